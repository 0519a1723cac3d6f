import { readFileSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { product } from '@feedback/contract';

import type { App } from './app.ts';
import { loadsSdk } from './edit-html.ts';
import { listFiles } from './list-files.ts';
import { findSdkUse, parseModule } from './parse-module.ts';
import { decodeText } from './source-text.ts';

const modules = /\.([cm]?[jt]s|[jt]sx)$/;
const others = /\.(vue|svelte|astro)$/;
const templates = /\.(html|[lh]?eex|erb|haml|slim|php)$/;
/** Larger files are assumed to be generated. */
const maxBytes = 1_000_000;

/** Whether a file is a page or its template, which loads the SDK by a script tag. */
export function isPage(path: string): boolean {
	return templates.test(path);
}

/** The file in which the app already starts the SDK; undefined when it does not. */
export function findExistingInit({ root }: App): string | undefined {
	for (const path of listFiles(root)) {
		if (isSource(path) && startsSdk(path)) return relative(root, path).split(sep).join('/');
	}
	return undefined;
}

function isSource(path: string): boolean {
	if (/\.(test|spec|d)\.[^/\\]*$/.test(path)) return false;
	return modules.test(path) || others.test(path) || isPage(path);
}

function startsSdk(path: string): boolean {
	if (statSync(path).size > maxBytes) return false;
	const bytes = readFileSync(path);
	if (!bytes.includes(product.sdkPackage) && !bytes.includes('/sdk/feedback.js')) return false;
	const text = decodeText(bytes)?.text ?? '';
	if (path.endsWith('.html')) return loadsSdk(text);
	if (isPage(path)) return text.includes('/sdk/feedback.js');
	if (others.test(path)) return /\bimport\b/.test(text) && /\.init\s*\(/.test(text);
	try {
		return findSdkUse(parseModule(text, path)).initializes;
	} catch {
		// A file that does not parse may contain the call: assume so, rather than start the SDK twice.
		return /\.init\s*\(/.test(text);
	}
}
