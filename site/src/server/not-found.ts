import type { Search } from '../search/mod.ts';
import { wantsJson, wantsMarkdown } from './accept.ts';
import { failure } from './failure.ts';
import type { AssetBody } from './representation.ts';

type Deps = {
	base: string;
	/** The site's page for unknown paths. */
	page: () => Promise<AssetBody | undefined>;
	search: () => Promise<Search>;
	/** Content Security Policy of pages. */
	policy: string;
};

/** Responds to an unknown path with 404, in the format that the client accepts. */
export async function answerNotFound(
	request: Request,
	path: string,
	deps: Deps,
): Promise<Response> {
	const accept = request.headers.get('accept');
	if (wantsMarkdown(accept) || path.endsWith('.md')) return markdown(path, deps);
	const hint = `Every page is listed in ${deps.base}/llms.txt.`;
	if (wantsJson(accept) || isFile(path)) return failure(request, { code: 'not_found', hint });
	const page = await deps.page();
	if (!page) return failure(request, { code: 'not_found', hint });
	return new Response(page, {
		status: 404,
		headers: {
			'content-type': 'text/html; charset=utf-8',
			'cache-control': 'no-store',
			'content-security-policy': deps.policy,
			vary: 'Accept',
		},
	});
}

async function markdown(path: string, { base, search }: Deps): Promise<Response> {
	const words = safeDecode(path).replace(/[^\p{L}\p{N}]+/gu, ' ');
	const { results: similar } = (await search())(words, 3, base);
	const lines = similar.map(({ title, heading, url, markdown_url: markdownUrl }) => {
		const name = title === heading ? title : `${title}: ${heading}`;
		return `- [${name}](${markdownUrl}${new URL(url).hash.replace('#_top', '')})`;
	});
	const text = [
		'# Page not found',
		'',
		'There is no page at this address.',
		'',
		`- Index of all pages: ${base}/llms.txt`,
		`- Search: ${base}/search?q=your+question`,
		...(lines.length > 0 ? ['', 'Pages that may be meant:', '', ...lines] : []),
		'',
	].join('\n');
	return new Response(text, {
		status: 404,
		headers: {
			'content-type': 'text/markdown; charset=utf-8',
			'cache-control': 'no-store',
			vary: 'Accept',
			'x-robots-tag': 'noindex',
		},
	});
}

function isFile(path: string): boolean {
	return /\.(?!html?$)[a-z0-9]{1,8}$/i.test(path);
}

function safeDecode(path: string): string {
	try {
		return decodeURIComponent(path).slice(0, 200);
	} catch {
		return '';
	}
}
