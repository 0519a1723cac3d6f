import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { localMcpUrl } from '../mcp/local-mcp-url.ts';
import { openIndex, type Search, type SerializedIndex } from '../search/mod.ts';
import { countTokens, serverFiles, type Manifest } from './manifest.ts';

/** Files that contain the URLs that they were built for. */
const containsOrigin = /\.(html|md|txt|xml)$/;

/** A built site on disk. */
export type BuiltSite = {
	manifest: Manifest;
	/** Content of a built file; `undefined` when it is not in the manifest. */
	read: (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
	search: () => Promise<Search>;
};

/**
 * Opens a built folder. When it was built for another origin than `base`, its text files are rewritten for `base`, and
 * for the URL of the service's MCP server if it is given.
 *
 * @throws when there is no built site in the folder
 */
export async function openBuiltSite(
	folder: string,
	base: string,
	mcpUrl = localMcpUrl,
): Promise<BuiltSite> {
	const built = JSON.parse(await readFile(join(folder, serverFiles.manifest), 'utf8')) as Manifest;
	const rewrite = createRewrite([
		[built.base, base],
		[localMcpUrl, mcpUrl],
	]);
	const cache = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
	const isKnown = (path: string) =>
		Object.hasOwn(built.files, path) ||
		(/\/index\.(html|md)$/.test(path) &&
			Object.hasOwn(built.pages, path.replace(/index\.\w+$/, '')));
	const read = async (path: string) => {
		if (!isKnown(path)) return undefined;
		let file = cache.get(path);
		if (!file) {
			file = readRewritten(folder, path, rewrite);
			cache.set(path, file);
			file.catch(() => cache.delete(path));
		}
		return file;
	};
	const manifest = rewrite ? await updateHashes(built, base, read) : built;
	let search: Promise<Search> | undefined;
	return { manifest, read, search: () => (search ??= readIndex(folder, rewrite)) };
}

type Rewrite = (text: string) => string;

/** Replaces each URL by another; undefined if none differs. */
function createRewrite(pairs: readonly [from: string, to: string][]): Rewrite | undefined {
	const different = pairs.filter(([from, to]) => from !== to);
	if (different.length === 0) return undefined;
	return (text) => different.reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

// Passages contain commands with the URLs.
async function readIndex(folder: string, rewrite: Rewrite = (text) => text): Promise<Search> {
	const text = await readFile(join(folder, serverFiles.index), 'utf8');
	return openIndex(JSON.parse(rewrite(text)) as SerializedIndex);
}

async function readRewritten(
	folder: string,
	path: string,
	rewrite: Rewrite | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
	const bytes = await readFile(join(folder, path));
	if (!rewrite || !containsOrigin.test(path)) return bytes;
	return Buffer.from(rewrite(bytes.toString('utf8')));
}

/** The manifest with the hashes and sizes of the rewritten files. */
async function updateHashes(
	built: Manifest,
	base: string,
	read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<Manifest> {
	const manifest = structuredClone({ ...built, base });
	for (const [path, page] of Object.entries(manifest.pages)) {
		const markdown = (await read(`${path}index.md`)) ?? new Uint8Array();
		page.hash = hash((await read(`${path}index.html`)) ?? new Uint8Array());
		page.markdown = { hash: hash(markdown), tokens: countTokens(markdown.length) };
	}
	for (const [path, file] of Object.entries(manifest.files)) {
		if (containsOrigin.test(path)) {
			file.hash = hash((await read(path)) ?? new Uint8Array());
		}
	}
	return manifest;
}

function hash(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}
