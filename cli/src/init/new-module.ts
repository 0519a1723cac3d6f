import { findFile, readSource } from './app.ts';
import type { App } from './app.ts';
import { addInit, findStyle } from './edit-module.ts';
import type { FileChange } from './framework.ts';
import { writeImport, writeInit } from './init-call.ts';
import type { InitOptions } from './init-call.ts';
import { parseModule } from './parse-module.ts';
import { plainStyle } from './source-text.ts';
import type { TextStyle } from './source-text.ts';

/** The app's code style, detected in the first of the paths that exists. */
export function styleOf(app: App, paths: readonly string[]): TextStyle {
	const path = findFile(app, paths);
	if (!path) return plainStyle;
	const text = readSource(app, path);
	return findStyle(text, parseModule(text, path));
}

/** A module that only starts the SDK. */
export function writeModule(options: InitOptions, style: TextStyle): string {
	return [writeImport(style), '', writeInit(options, style), ''].join(style.eol);
}

/** Starts the SDK in the first of the existing modules, or in a new one when there is none. */
export function startIn(
	app: App,
	existing: readonly string[],
	fresh: string,
	options: InitOptions,
	style: TextStyle,
): FileChange {
	const path = findFile(app, existing);
	if (!path) return { path: fresh, text: writeModule(options, style) };
	return { path, text: addInit(readSource(app, path), path, options) };
}
