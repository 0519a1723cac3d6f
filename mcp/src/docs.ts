import type { Context } from './tool.ts';
import { ToolFailure } from './tool-failure.ts';

const timeout = 10_000;
/** Bytes of a page that are read; the largest of ours has a fifth of it. */
const mostBytes = 1_000_000;

/** Text from the documentation site. */
export async function fetchDocs(
	{ docsUrl, signal }: Pick<Context, 'docsUrl' | 'signal'>,
	path: string,
	accept: string,
): Promise<string> {
	let response: Response;
	try {
		response = await fetch(`${docsUrl}${path}`, {
			headers: { accept },
			signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
		});
	} catch (cause) {
		signal.throwIfAborted();
		throw new ToolFailure('unreachable', 'The documentation cannot be reached.', { cause });
	}
	if (response.status === 404) {
		await response.body?.cancel();
		throw new ToolFailure('not_found', 'The documentation has no such page.', {
			hint: 'docs_search finds pages; docs_get with llms.txt lists all of them.',
		});
	}
	if (!response.ok) {
		await response.body?.cancel();
		throw new ToolFailure(
			'unavailable',
			`The documentation answered with status ${response.status}.`,
		);
	}
	const text = await readText(response);
	if (!/^\s*<(!doctype|html)/i.test(text)) return text;
	throw new ToolFailure(
		'unreachable',
		'The address of the documentation answers with other pages.',
	);
}

async function readText(response: Response): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	for await (const chunk of response.body ?? []) {
		text += decoder.decode(chunk, { stream: true });
		if (text.length > mostBytes) throw new ToolFailure('unavailable', 'The page is too large.');
	}
	return text + decoder.decode();
}

/** The Markdown of a page, given its path or its address; `llms.txt` and `llms-full.txt` are pages, too. */
export function fetchPage(
	context: Pick<Context, 'docsUrl' | 'signal'>,
	page: string,
): Promise<{ url: string; markdown: string }> {
	const path = toMarkdownPath(page, context.docsUrl ?? '');
	return fetchDocs(context, path, 'text/markdown').then((markdown) => ({
		url: `${context.docsUrl}${path}`,
		markdown,
	}));
}

function toMarkdownPath(page: string, base: string): string {
	const isAddress = /^[a-z]+:/i.test(page);
	if (isAddress && page !== base && !page.startsWith(`${base}/`)) {
		throw new ToolFailure('invalid_request', 'This is no page of the documentation.', {
			field: 'page',
			hint: `Pass a path, such as "prompts/overview", or an address that begins with ${base}/.`,
		});
	}
	const path = (isAddress ? page.slice(base.length) : page)
		.replace(/[?#].*$/, '')
		.replace(/^\/+|\/+$/g, '');
	if (!/^[\w./-]*$/.test(path) || path.split('/').includes('..')) {
		throw new ToolFailure('invalid_request', 'A page has letters, digits, hyphens and slashes.', {
			field: 'page',
		});
	}
	if (/\.(md|txt)$/.test(path)) return `/${path}`;
	return path ? `/${path}/index.md` : '/index.md';
}
