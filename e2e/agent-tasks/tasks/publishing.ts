import assert from 'node:assert/strict';

import type { Task } from '../task.ts';
import { drafted, ease, published } from './ease.ts';

/** Tasks that change what visitors see, with the person's approval. */
export const publishingTasks: readonly Task[] = [
	{
		id: 'publish',
		sentence: 'Publish the draft `ease`.',
		start: drafted,
		async check({ readPrompt }) {
			const { state, published_revision: revision } = await readPrompt('ease');
			assert.deepEqual([state, revision], ['published', 1]);
		},
	},
	{
		id: 'pause-prompt',
		sentence: 'Stop asking `ease` for now.',
		start: published,
		async check({ readPrompt }) {
			assert.equal((await readPrompt('ease')).state, 'paused');
		},
	},
	{
		id: 'delete-draft',
		sentence: 'Delete the draft `ease`.',
		start: drafted,
		async check({ person }) {
			const { items } = await person.client.listDeletions({ workspace: person.workspace });
			assert.equal(items[0]?.name, ease.name);
		},
	},
	{
		id: 'undo-deletion',
		sentence: 'I deleted the draft `ease` by mistake. Bring it back.',
		start: { ...drafted, deleted: ['ease'] },
		async check({ readPrompt }) {
			assert.equal((await readPrompt('ease')).survey_id, 'ease');
		},
	},
];
