import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Adapter, Builder } from '@sveltejs/kit';

import { prefetchModule } from './chunk-groups.ts';
import { pageDescriptions } from './src/lib/navigation/page-descriptions.ts';
import { listImports, readChunks } from './static-imports.ts';
import type { Chunk } from './static-imports.ts';

/** Modules that a page always needs, but imports only after it is open. */
const importedLater: Record<string, string[]> = {
	'/(signed-in)/sites/[site]/prompts/[prompt]/edit': [
		'src/lib/editor/Editor.svelte',
		'src/lib/editor/working-copy.svelte.ts',
		'src/lib/editor/local-draft.ts',
	],
};

type Node = { imports: string[] };
type Page = { layouts: (number | undefined)[]; errors: (number | undefined)[]; leaf: number };
type BuiltManifest = {
	app_path: string;
	client: { imports: string[]; fonts: { file: string; filename: string }[] };
	nodes: (() => Promise<Node>)[];
	routes: { id: string; pattern: RegExp; page: Page | null }[];
};

/**
 * Makes index.html request what a page needs before the page itself can: the font, the configuration, and the module that
 * sends the first API requests. Because one index.html serves all pages, it contains a table with the scripts and the description of
 * each page. Then compresses the files, so that the server only has to read them.
 */
export function withPreloads(adapter: Adapter, folder: string): Adapter {
	const page = join(folder, 'index.html');
	return {
		...adapter,
		async adapt(builder) {
			await adapter.adapt(builder);
			const html = readFileSync(page, 'utf8');
			// Rendering waits for the stylesheet, so place it before the scripts. Place both after the content security
			// policy.
			const [style] = /\n\s*<link href="[^"]+" rel="stylesheet">/.exec(html)!;
			const [policy] = /<meta http-equiv="content-security-policy" [^>]+>/.exec(html)!;
			const preloads = await renderPreloads(builder);
			writeFileSync(page, html.replace(style, '').replace(policy, `$&${style}\n\t\t${preloads}`));
			await builder.compress(folder);
		},
	};
}

async function renderPreloads(builder: Builder): Promise<string> {
	const path = join(builder.getServerDirectory(), 'manifest-full.js');
	const { manifest } = (await import(pathToFileURL(path).href)) as { manifest: BuiltManifest };
	const chunks = readChunks(builder.getClientDirectory());
	const prefetch = Object.values(chunks).find(({ name }) => name === 'prefetch');
	const font = manifest.client.fonts.find(({ filename }) => filename.includes('-latin-wght-'));
	if (!prefetch || !font)
		throw new Error(`${prefetchModule} or the font is not in a separate chunk.`);
	return [
		`<script type="module" async src="/${prefetch.file}"></script>`,
		'<link rel="preload" as="fetch" href="/config.json" crossorigin>',
		`<link rel="preload" as="font" type="font/woff2" href="/${font.file}" crossorigin>`,
		`<script type="application/json" id="page-files">${await describePages(manifest, chunks)}</script>`,
	].join('\n\t\t');
}

/** For each page: its path pattern, the files that it needs in addition to the common ones, and its description. */
async function describePages(
	{ app_path: folder, client, nodes, routes }: BuiltManifest,
	chunks: Record<string, Chunk>,
): Promise<string> {
	const files: string[] = [];
	const needs = async (node: number) => listImports(chunks, (await nodes[node]!()).imports[0]!);
	const everywhere = new Set([...client.imports, ...(await needs(0))]);
	const pages = [];
	for (const { id, pattern, page } of routes) {
		if (!page) continue;
		const used = [...page.layouts, ...page.errors, page.leaf].filter((node) => node !== undefined);
		const imports = await Promise.all(used.map(needs));
		const later = (importedLater[id] ?? []).map((key) => listImports(chunks, chunks[key]!.file));
		const needed = [...new Set([...imports, ...later].flat())].filter(
			(file) => file.endsWith('.js') && !everywhere.has(file),
		);
		for (const file of needed) if (!files.includes(file)) files.push(file);
		const description = pageDescriptions[id];
		const at = needed.map((file) => files.indexOf(file));
		pages.push([
			pattern.source,
			at,
			...(description ? [description.title, description.about, description.tabs ?? ''] : []),
		]);
	}
	const start = `/${folder}/immutable/`;
	const rest = files.map((file) => file.slice(start.length - 1));
	return JSON.stringify({ start, files: rest, pages }).replaceAll('<', '\\u003c');
}
