import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openIndex, type Search, type SerializedIndex } from '../search/mod.ts';
import { countTokens, serverFiles, type Manifest } from './manifest.ts';

/** Files that name the origin they were built for. */
const containsOrigin = /\.(html|md|txt|xml)$/;

/** A built site on disk. */
export type BuiltSite = {
	manifest: Manifest;
	/** Content of a built file; `undefined` when it is not in the manifest. */
	read: (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
	search: () => Promise<Search>;
};

/**
 * Opens a built folder. When it was built for another origin than `base`, its text files are rewritten for `base`.
 *
 * @throws when there is no built site in the folder
 */
export async function openBuiltSite(folder: string, base: string): Promise<BuiltSite> {
	const built = JSON.parse(await readFile(join(folder, serverFiles.manifest), 'utf8')) as Manifest;
	const cache = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
	const isKnown = (path: string) =>
		Object.hasOwn(built.files, path) ||
		(/\/index\.(html|md)$/.test(path) &&
			Object.hasOwn(built.pages, path.replace(/index\.\w+$/, '')));
	const read = async (path: string) => {
		if (!isKnown(path)) return undefined;
		let file = cache.get(path);
		if (!file) {
			file = readRebased(folder, path, built.base, base);
			cache.set(path, file);
			file.catch(() => cache.delete(path));
		}
		return file;
	};
	const manifest = base === built.base ? built : await updateHashes(built, base, read);
	let search: Promise<Search> | undefined;
	return { manifest, read, search: () => (search ??= readIndex(folder, built.base, base)) };
}

// Passages contain commands with the origin.
async function readIndex(folder: string, from: string, to: string): Promise<Search> {
	const text = await readFile(join(folder, serverFiles.index), 'utf8');
	return openIndex(JSON.parse(text.replaceAll(from, to)) as SerializedIndex);
}

async function readRebased(
	folder: string,
	path: string,
	from: string,
	to: string,
): Promise<Uint8Array<ArrayBuffer>> {
	const bytes = await readFile(join(folder, path));
	if (from === to || !containsOrigin.test(path)) return bytes;
	return Buffer.from(bytes.toString('utf8').replaceAll(from, to));
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
