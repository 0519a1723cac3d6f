import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { builtSdk } from '../built-sdk.ts';

/** A file of the built UI. */
type BuiltFile = { name: string; code: string; gzip: number };

type BuiltUi = {
	/** The file that draws prompts. */
	ui: BuiltFile;
	/** The file that a prompt loads once it can be seen. */
	more: BuiltFile;
	/** The file of preview mode. */
	mode: BuiltFile;
	/** The entry that draws in an element. */
	preview: BuiltFile;
};

/**
 * The prompt UI as it is published.
 *
 * @example
 * console.log(readBuiltUi().ui.gzip); // bytes
 */
export function readBuiltUi(): BuiltUi {
	const names = readdirSync(builtSdk);
	const read = (pattern: RegExp) => readFile(names.find((name) => pattern.test(name))!);
	return {
		ui: read(/^feedback-ui-[\w-]{8}\.js$/),
		more: read(/^feedback-more-[\w-]{8}\.js$/),
		mode: read(/^feedback-preview-[\w-]{8}\.js$/),
		preview: read(/^preview\.js$/),
	};
}

function readFile(name: string): BuiltFile {
	const code = readFileSync(join(builtSdk, name), 'utf8');
	return { name, code, gzip: gzipSync(code, { level: 9 }).length };
}
