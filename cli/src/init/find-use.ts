import { readFileSync, readdirSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { product } from '@feedback/contract';

import type { App } from './app.ts';
import { loadsSdk } from './edit-html.ts';
import { findSdkUse, parseModule } from './parse-module.ts';
import { decodeText } from './source-text.ts';

const modules = /\.([cm]?[jt]s|[jt]sx)$/;
const others = /\.(vue|svelte|astro)$/;
const skipped = new Set(['node_modules', 'dist', 'build', 'out', 'coverage', 'public', 'static']);
/** Larger files are assumed to be generated. */
const maxBytes = 1_000_000;

/** The file in which the app already starts the SDK; undefined when it does not. */
export function findExistingInit({ root }: App): string | undefined {
	for (const path of listSources(root)) {
		if (startsSdk(path)) return relative(root, path).split(sep).join('/');
	}
	return undefined;
}

function* listSources(folder: string): Generator<string> {
	const entries = readdirSync(folder, { withFileTypes: true });
	for (const entry of entries) {
		if (isSource(entry)) yield join(folder, entry.name);
	}
	for (const entry of entries) {
		if (!entry.isDirectory() || entry.name.startsWith('.') || skipped.has(entry.name)) continue;
		const inner = join(folder, entry.name);
		// A folder with a package.json is another app.
		if (!statSync(join(inner, 'package.json'), { throwIfNoEntry: false }))
			yield* listSources(inner);
	}
}

function isSource(entry: Dirent): boolean {
	if (!entry.isFile() || /\.(test|spec|d)\./.test(entry.name)) return false;
	return modules.test(entry.name) || others.test(entry.name) || entry.name.endsWith('.html');
}

function startsSdk(path: string): boolean {
	if (statSync(path).size > maxBytes) return false;
	const bytes = readFileSync(path);
	if (!bytes.includes(product.sdkPackage) && !bytes.includes('/sdk/feedback.js')) return false;
	const text = decodeText(bytes)?.text ?? '';
	if (path.endsWith('.html')) return loadsSdk(text);
	if (others.test(path)) return /\bimport\b/.test(text) && /\.init\s*\(/.test(text);
	try {
		return findSdkUse(parseModule(text, path)).initializes;
	} catch {
		// A file that does not parse may contain the call: assume so, rather than start the SDK twice.
		return /\.init\s*\(/.test(text);
	}
}
