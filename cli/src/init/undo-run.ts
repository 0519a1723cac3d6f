import { relative } from 'node:path';

import { moment } from '../output/more.ts';
import { openJournals } from './journal.ts';
import type { Result } from './result.ts';
import { undoLast } from './undo.ts';

/** Undoes the last run in an app. */
export function undoRun(root: string, configFolder: string): Result {
	const journals = openJournals(configFolder, root);
	const { entries, installed, at } = undoLast(journals);
	const earlier = journals.last();
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
		by_hand: null,
		site: null,
		skill: null,
		identity: null,
		verified: null,
		decision: null,
		prompt: null,
		dashboard: null,
		refusals: [],
		notes: [
			`The run of ${moment(at)} was undone.`,
			...(earlier
				? [
						`An earlier run, of ${moment(earlier.at)}, is still in place: "feedback init --undo" undoes it too.`,
					]
				: []),
			...(installed
				? ['The SDK is still in node_modules; your package manager removes it at the next install.']
				: []),
		],
		steps: [],
	};
}
