import type { Settings } from './settings.ts';

/** Addresses below which the service may serve its packages, the likeliest first, without a slash at the end. */
export function listInstances({ api_url, docs_url }: Settings): [string, ...string[]] {
	const api = new URL(api_url.value).origin;
	const docs = docs_url.value.replace(/\/+$/, '');
	if (api === docs) return [api];
	return docs_url.source === 'default' ? [api, docs] : [docs, api];
}
