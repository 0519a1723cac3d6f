import { relative } from 'node:path';

import { moment } from '../output/more.ts';
import { openJournals } from './journal.ts';
import type { Result } from './result.ts';
import { undoLast } from './undo.ts';

/** Takes the last run in an app back. */
export function takeBack(root: string, configFolder: string): Result {
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
		site: null,
		skill: null,
		verified: null,
		decision: null,
		prompt: null,
		dashboard: null,
		refusals: [],
		notes: [
			`The run of ${moment(at)} was taken back.`,
			...(earlier
				? [
						`An earlier run, of ${moment(earlier.at)}, is still in place: "feedback init --undo" takes it back too.`,
					]
				: []),
			...(installed
				? [
						'The SDK still lies in node_modules; your package manager removes it at the next install.',
					]
				: []),
		],
		steps: [],
	};
}
