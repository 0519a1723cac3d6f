import { openIndex, type Search, type SerializedIndex } from '../search/mod.ts';
import { createDocs } from './create-docs.ts';
import { serverFiles, type Manifest } from './manifest.ts';

// Cloudflare Workers with static assets. The Worker serves the pages; scripts, styles and Pagefind's files are served
// without it (`run_worker_first` in wrangler.jsonc).

type Assets = { fetch: (request: string) => Promise<Response> };
type Handler = (request: Request) => Promise<Response>;

let handler: Promise<Handler> | undefined;

async function open(assets: Assets): Promise<Handler> {
	const asset = async (path: string) => {
		const response = await assets.fetch(`http://assets${path}`);
		return response.ok ? response : undefined;
	};
	const manifest = await json<Manifest>(asset, serverFiles.manifest);
	let search: Promise<Search> | undefined;
	return createDocs({
		base: manifest.base,
		manifest,
		asset,
		search: () => (search ??= json<SerializedIndex>(asset, serverFiles.index).then(openIndex)),
	});
}

async function json<Value>(
	asset: (path: string) => Promise<Response | undefined>,
	path: string,
): Promise<Value> {
	const response = await asset(path);
	if (!response) throw new Error(`The site was built without ${path}.`);
	return (await response.json()) as Value;
}

export default {
	async fetch(request: Request, env: { ASSETS: Assets }): Promise<Response> {
		handler ??= open(env.ASSETS);
		// A failed start must not be kept for the life of the isolate.
		handler.catch(() => (handler = undefined));
		return (await handler)(request);
	},
};
