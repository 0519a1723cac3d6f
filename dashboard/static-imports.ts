import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the build, as in Vite's manifest. */
export type Chunk = { file: string; name?: string; imports?: string[] };

/** Reads Vite's manifest from the folder of the client files. */
export function readChunks(clientFolder: string): Record<string, Chunk> {
	const path = join(clientFolder, '.vite/manifest.json');
	return JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>;
}

/**
 * A script and its static imports. SvelteKit's own list leaves out modules that it first encounters behind a
 * dynamic import.
 */
export function listImports(chunks: Record<string, Chunk>, file: string): string[] {
	const first = Object.values(chunks).find((chunk) => chunk.file === file);
	if (!first) throw new Error(`The build has no ${file}.`);
	const found = new Set([first]);
	for (const { imports = [] } of found) for (const key of imports) found.add(chunks[key]!);
	return [...found].map((chunk) => chunk.file);
}
