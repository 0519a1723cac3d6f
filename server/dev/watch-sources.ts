import { join } from 'node:path';

import { root } from '../layout/tree.ts';
import type { Stack } from '../stack/start-stack.ts';
import { applySavedSql } from './apply-saved-sql.ts';
import { type SaveLog, formatSince } from './save-log.ts';
import type { SdkBuilds } from './sdk-builds.ts';
import { type FileReaction, type FileWatch, watchFiles } from './watch-files.ts';

const folders = ['client/src', 'contract/src', 'mcp/src', 'sdk/src', 'server', 'supabase'];

export type SourceWatch = { stack: Stack; sdk: SdkBuilds; saves: SaveLog };

/** Brings what is saved into the running stack. The pages' own servers watch their sources themselves. */
export function watchSources({ stack, sdk, saves }: SourceWatch): Promise<FileWatch> {
	const react = (
		pattern: RegExp,
		what: string,
		bring: (files: readonly string[]) => Promise<unknown>,
	) =>
		({
			matches: (path) => pattern.test(path),
			async react(files) {
				const started = performance.now();
				try {
					// False when the files change nothing.
					if ((await bring(files)) !== false) saves.done(files, `${what} ${formatSince(started)}`);
				} catch (error) {
					saves.failed(files, `not ${what}`, error);
				}
			},
		}) satisfies FileReaction;
	const needsRestart = (pattern: RegExp, outcome: string) =>
		({
			matches: (path) => pattern.test(path),
			react: async (files) => saves.done(files, outcome),
		}) satisfies FileReaction;
	return watchFiles(
		folders.map((folder) => join(root, folder)),
		[
			react(/^(sdk|contract)\/src\/.*\.(ts|css)$/, 'SDK built', () => sdk.build()),
			react(
				/^(supabase\/functions|(client|contract|mcp)\/src)\/.*\.(ts|json)$/,
				'functions started',
				() => stack.replaceFunctions(),
			),
			react(/^supabase\/schemas\/.*\.sql$/, 'database updated', () => applySavedSql(stack)),
			needsRestart(
				/^supabase\/migrations\/.*\.sql$/,
				'to apply it, stop with Ctrl-C and run: npm run dev -- --new-data',
			),
			needsRestart(
				/^(server\/.*|supabase\/[^/]*)\.ts$/,
				'to use it, stop with Ctrl-C and run: npm run dev',
			),
		],
	);
}
