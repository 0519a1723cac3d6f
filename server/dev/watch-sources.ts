import { join } from 'node:path';

import { root } from '../layout/tree.ts';
import type { Stack } from '../stack/start-stack.ts';
import { applySavedCode } from './apply-saved-code.ts';
import { type SaveLog, formatSince } from './save-log.ts';
import type { SdkBuilds } from './sdk-builds.ts';
import { type FileReaction, type FileWatch, watchFiles } from './watch-files.ts';

const folders = [
	'client/src',
	'contract/src',
	'database',
	'mcp/src',
	'sdk/src',
	'server',
	'supabase',
];

export type SourceWatch = { stack: Stack; sdk: SdkBuilds; saves: SaveLog };

/** Brings what is saved into the running stack. The pages' own servers watch their sources themselves. */
export function watchSources({ stack, sdk, saves }: SourceWatch): Promise<FileWatch> {
	const reactions: FileReaction[] = [
		createReaction(saves, {
			pattern: /^(sdk|contract)\/src\/.*\.(ts|css)$/,
			failure: 'SDK not built',
			bring: async () => ((await sdk.build()) ? 'SDK built' : undefined),
		}),
		createReaction(saves, {
			pattern: /^(supabase\/functions|database|(client|contract|mcp)\/src)\/.*\.(ts|json)$/,
			failure: 'functions not started',
			async bring() {
				const failed = await stack.replaceFunctions();
				return `functions started${failed.length > 0 ? ` without ${failed.join(', ')}` : ''}`;
			},
		}),
		createReaction(saves, {
			pattern: /^supabase\/schemas\/.*\.sql$/,
			failure: 'database not updated',
			bring: async () => ((await applySavedCode(stack)) ? 'database updated' : undefined),
		}),
		{
			matches: (path) =>
				/^(supabase\/migrations\/.*\.sql|(server\/.*|supabase\/[^/]*)\.ts)$/.test(path),
			react: async (files) => saves.done(files, 'used after the next start of npm run dev'),
		},
	];
	return watchFiles(
		folders.map((folder) => join(root, folder)),
		reactions,
	);
}

type Source = {
	pattern: RegExp;
	/** What is printed, with the error, when `bring` rejects. */
	failure: string;
	/** Resolves to what is printed; undefined when nothing changed. */
	bring(): Promise<string | undefined>;
};

function createReaction(saves: SaveLog, { pattern, failure, bring }: Source): FileReaction {
	return {
		matches: (path) => pattern.test(path),
		async react(files) {
			const started = performance.now();
			try {
				const outcome = await bring();
				if (outcome) saves.done(files, `${outcome} ${formatSince(started)}`);
			} catch (error) {
				saves.failed(files, failure, error);
			}
		},
	};
}
