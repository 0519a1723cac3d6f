import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';

import { findFile, rangeOf, readSource } from './app.ts';
import type { App } from './app.ts';
import { addInit } from './edit-module.ts';
import { listScripts } from './edit-html.ts';
import type { Changes } from './framework.ts';
import type { InitOptions } from './init-call.ts';
import { Unplanned } from './unplanned.ts';

/** Whether Vite builds the app from an `index.html` at its root. */
export function isViteApp(app: App): boolean {
	return rangeOf(app, 'vite') !== undefined && findFile(app, ['index.html']) !== undefined;
}

/** Plans the changes to the app's entry: the module that its page loads. */
export function planViteEntry(app: App, options: InitOptions, page = 'index.html'): Changes {
	const path = findEntry(app, page);
	return { files: [{ path, text: addInit(readSource(app, path), path, options) }] };
}

function findEntry(app: App, page: string): string {
	const modules = listScripts(readSource(app, page)).filter((script) => script.module);
	const local = modules.flatMap(({ src }) => toPath(app, posix.dirname(page), src) ?? []);
	if (local.length === 1) return local[0]!;
	throw new Unplanned(
		local.length === 0
			? `${page} loads no module of the app.`
			: `${page} loads several modules: ${local.join(', ')}.`,
	);
}

function toPath({ root }: App, folder: string, src: string | undefined): string | undefined {
	if (!src || /^([a-z]+:)?\/\//i.test(src)) return undefined;
	const path = posix.normalize(`${folder}/${src.replace(/[?#].*$/, '').replace(/^\//, '')}`);
	const isModule = /\.([cm]?[jt]s|[jt]sx)$/.test(path);
	return isModule && !path.startsWith('..') && existsSync(join(root, path)) ? path : undefined;
}
