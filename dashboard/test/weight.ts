// The scripts of each page's first load, read from the build.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { root } from '../../server/layout/tree.ts';
import { listImports, readChunks } from '../static-imports.ts';

const output = join(root, 'dashboard/.svelte-kit/output');

type Node = { imports: string[] };
type BuiltManifest = {
	client: { imports: string[] };
	nodes: (() => Promise<Node>)[];
	routes: { id: string; page: { layouts: (number | undefined)[]; leaf: number } | null }[];
};

/** Scripts that a browser loads before it can render a route, and their gzipped bytes. */
export type PageWeight = { route: string; scripts: number; bytes: number };

export async function weighPages(): Promise<PageWeight[]> {
	const path = pathToFileURL(join(output, 'server/manifest-full.js')).href;
	const { manifest } = (await import(path)) as { manifest: BuiltManifest };
	const { client, routes } = manifest;
	const chunks = readChunks(join(output, 'client'));
	const nodes = manifest.nodes.map((load) => load());
	const pages = routes.flatMap(({ id, page }) => (page ? [{ id, page }] : []));
	return Promise.all(
		pages.map(async ({ id, page }) => {
			const used = [...page.layouts, page.leaf].filter((node) => node !== undefined);
			const imports = await Promise.all(
				used.map(async (node) => listImports(chunks, (await nodes[node]!).imports[0]!)),
			);
			const files = new Set([...client.imports, ...imports.flat()]);
			const scripts = [...files].filter((file) => file.endsWith('.js'));
			return { route: id, scripts: scripts.length, bytes: sum(scripts.map(weigh)) };
		}),
	);
}

const known = new Map<string, number>();

function weigh(file: string): number {
	const bytes = known.get(file) ?? gzipSync(readFileSync(join(output, 'client', file))).length;
	known.set(file, bytes);
	return bytes;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
