import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

import { getMimeType, mimes } from 'hono/utils/mime';

import type { AskTarget } from '../ask/ask-target.ts';
import type { Page } from '../markdown/page.ts';
import { countTokens, type FileEntry, type Manifest, type PageEntry } from '../server/manifest.ts';
import { writePolicy } from './policy.ts';

type Input = {
	folder: string;
	base: string;
	pages: Page[];
	redirects: Record<string, string>;
	/** Destination of readers' answers. */
	ask?: AskTarget | undefined;
};

// Hono's table of media types does not contain Markdown.
const mediaTypes = { ...mimes, md: 'text/markdown; charset=utf-8' };

/** The manifest of a built folder, from the files in it. */
export async function writeManifest(input: Input): Promise<Manifest> {
	const { folder, base, pages, redirects, ask } = input;
	const entries: Record<string, PageEntry> = {};
	const own = new Set<string>();
	const sources = [await readFile(join(folder, '404.html'), 'utf8')];
	for (const page of pages) {
		const markdown = await readFile(join(folder, page.path, 'index.md'));
		const html = await readFile(join(folder, page.path, 'index.html'), 'utf8');
		sources.push(html);
		entries[page.path] = {
			title: page.title,
			hash: hash(html),
			markdown: { hash: hash(markdown), tokens: countTokens(markdown.length) },
		};
		own.add(`${page.path}index.html`).add(`${page.path}index.md`);
	}
	const files: Record<string, FileEntry> = {};
	for (const path of await listFiles(folder)) {
		if (own.has(path) || path.startsWith('/_server/')) continue;
		const type = getMimeType(path, mediaTypes) ?? 'application/octet-stream';
		files[path] = { hash: hash(await readFile(join(folder, path))), type };
	}
	return { base, policy: writePolicy(sources, ask), pages: entries, files, redirects };
}

export function hash(content: Uint8Array | string): string {
	return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

async function listFiles(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
		.sort();
}
