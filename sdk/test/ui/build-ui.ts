import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { bundleUi } from '../../bundle.ts';

/** A file of the built UI. */
export type BuiltFile = { name: string; code: string; gzip: number };

export type BuiltUi = {
	/** The file that draws prompts. */
	ui: BuiltFile;
	/** The file of preview mode. */
	mode: BuiltFile;
	/** The entry that draws in an element. */
	preview: BuiltFile;
};

let built: Promise<BuiltUi> | undefined;

/**
 * Builds the prompt UI as it is published, once per process.
 *
 * @example
 * const { ui } = await buildUi();
 * console.log(ui.gzip); // bytes
 */
export function buildUi(): Promise<BuiltUi> {
	return (built ??= build());
}

async function build(): Promise<BuiltUi> {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-ui-'));
	try {
		await bundleUi(folder);
		const files = readdirSync(folder).map((name) =>
			describeFile(name, readFileSync(join(folder, name), 'utf8')),
		);
		return {
			ui: files.find(({ name }) => /^feedback-ui-[\w-]{8}\.js$/.test(name))!,
			mode: files.find(({ name }) => /^feedback-preview-[\w-]{8}\.js$/.test(name))!,
			preview: files.find(({ name }) => name === 'preview.js')!,
		};
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function describeFile(name: string, code: string): BuiltFile {
	return { name, code, gzip: gzipSync(code, { level: 9 }).length };
}
