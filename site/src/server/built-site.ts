import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openIndex, type Search, type SerializedIndex } from '../search/mod.ts';
import { countTokens, serverFiles, type Manifest } from './manifest.ts';
import { mediaType } from './media-type.ts';

/** A built site on disk, as the handler needs it. */
export type BuiltSite = {
	manifest: Manifest;
	/** Bytes of a built file; `undefined` when the manifest does not know it. */
	read: (path: string) => Promise<Uint8Array | undefined>;
	search: () => Promise<Search>;
};

/**
 * Opens a built folder, served from `base`. When it was built for another address, its texts are moved to
 * this one.
 *
 * @throws when there is no built site in the folder
 */
export async function openBuiltSite(folder: string, base: string): Promise<BuiltSite> {
	const built = JSON.parse(await readFile(join(folder, serverFiles.manifest), 'utf8')) as Manifest;
	const cache = new Map<string, Promise<Uint8Array>>();
	const isKnown = (path: string) =>
		Object.hasOwn(built.files, path) ||
		(/\/index\.(html|md)$/.test(path) &&
			Object.hasOwn(built.pages, path.replace(/index\.\w+$/, '')));
	const read = async (path: string) => {
		if (!isKnown(path)) return undefined;
		let file = cache.get(path);
		if (!file) {
			file = readMoved(folder, path, built.base, base);
			cache.set(path, file);
			file.catch(() => cache.delete(path));
		}
		return file;
	};
	const manifest = base === built.base ? built : await retag(built, base, read);
	let search: Promise<Search> | undefined;
	return { manifest, read, search: () => (search ??= readIndex(folder)) };
}

async function readIndex(folder: string): Promise<Search> {
	const text = await readFile(join(folder, serverFiles.index), 'utf8');
	return openIndex(JSON.parse(text) as SerializedIndex);
}

async function readMoved(
	folder: string,
	path: string,
	from: string,
	to: string,
): Promise<Uint8Array> {
	const bytes = await readFile(join(folder, path));
	if (from === to || !/\.(html|md|txt|xml)$/.test(path)) return bytes;
	return Buffer.from(bytes.toString('utf8').replaceAll(from, to));
}

/** Other bytes, other tags and sizes. */
async function retag(
	built: Manifest,
	base: string,
	read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<Manifest> {
	const manifest = structuredClone({ ...built, base });
	for (const [path, page] of Object.entries(manifest.pages)) {
		const markdown = (await read(`${path}index.md`)) ?? new Uint8Array();
		page.hash = tag((await read(`${path}index.html`)) ?? new Uint8Array());
		page.markdown = { hash: tag(markdown), tokens: countTokens(markdown.length) };
	}
	for (const [path, file] of Object.entries(manifest.files)) {
		if (/^text\/(html|plain)|xml/.test(mediaType(path))) {
			file.hash = tag((await read(path)) ?? new Uint8Array());
		}
	}
	return manifest;
}

function tag(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}
