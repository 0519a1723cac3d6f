import { registryPath } from '@feedback/contract';
import type { Hono } from 'hono';

import { openIndex, type Search, type SerializedIndex } from '../search/mod.ts';
import { createDocs } from './create-docs.ts';
import { serverFiles, type Manifest } from './manifest.ts';

// Cloudflare Workers with static assets. Pages pass through the Worker; scripts, styles and Pagefind's files do
// not (`run_worker_first` in wrangler.jsonc).

type Assets = { fetch: (request: string) => Promise<Response> };

let docs: Promise<Hono> | undefined;

async function openDocs(assets: Assets): Promise<Hono> {
	const manifest = await readJson<Manifest>(assets, serverFiles.manifest);
	let search: Promise<Search> | undefined;
	return createDocs({
		base: manifest.base,
		manifest,
		asset: async (path) => (await readAsset(assets, path))?.body ?? undefined,
		packages: async (path) => {
			const found = await readAsset(assets, `${registryPath}${path}`);
			return found && new Uint8Array(await found.arrayBuffer());
		},
		search: () => (search ??= readJson<SerializedIndex>(assets, serverFiles.index).then(openIndex)),
	});
}

async function readAsset(assets: Assets, path: string): Promise<Response | undefined> {
	const response = await assets.fetch(`http://assets${path}`);
	return response.ok ? response : undefined;
}

async function readJson<Value>(assets: Assets, path: string): Promise<Value> {
	const response = await readAsset(assets, path);
	if (!response) throw new Error(`The site was built without ${path}.`);
	return (await response.json()) as Value;
}

export default {
	async fetch(request: Request, env: { ASSETS: Assets }): Promise<Response> {
		docs ??= openDocs(env.ASSETS);
		// The isolate must not cache a failed start.
		docs.catch(() => (docs = undefined));
		return (await docs).fetch(request);
	},
};
