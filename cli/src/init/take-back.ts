import { relative } from 'node:path';

import { openJournals } from './journal.ts';
import type { Result } from './result.ts';
import { undoLast } from './undo.ts';

/** Takes the last run in an app back. */
export function takeBack(root: string, configFolder: string): Result {
	const { entries, installed } = undoLast(openJournals(configFolder, root));
	return {
		state: 'undone',
		app: root,
		framework: null,
		existing: null,
		files: entries.map(({ path }) => ({
			path: relative(root, path).replaceAll('\\', '/'),
			change: 'restore',
			diff: null,
		})),
		package: null,
		site: null,
		skill: null,
		verified: null,
		notes: [
			...(installed
				? [
						'The SDK still lies in node_modules; your package manager removes it at the next install.',
					]
				: []),
		],
		steps: [],
	};
}
