import { describe, expect, it } from 'vitest';

import type { QuestionContent } from '#lib/prompt/prompt-content.ts';

import { setOtherwise, splitBranches } from './otherwise.ts';

const detractor = { when: { op: 'at_most', value: 6 }, go: 'why' } as const;
const always = (go: string) => [
	{ when: { op: 'answered' } as const, go },
	{ when: { op: 'skipped' } as const, go },
];

describe('the target of all other answers', () => {
	it('is read from the last two branches, in either order', () => {
		expect(splitBranches([detractor, ...always('end')])).toEqual({
			conditional: [detractor],
			otherwise: 'end',
		});
		expect(splitBranches(always('end').toReversed()).otherwise).toBe('end');
	});

	it('is the next question if the two differ, or one is missing', () => {
		const [answered, skipped] = always('end');
		for (const branches of [
			[],
			[detractor],
			[answered!],
			[answered!, answered!],
			[answered!, { ...skipped!, go: 'why' }],
			[...always('end'), detractor],
		])
			expect(splitBranches(branches)).toEqual({ conditional: branches, otherwise: undefined });
	});

	it('is replaced and removed without touching the conditions', () => {
		const question = { id: 'score', type: 'nps', title: 'Score' } as QuestionContent;
		setOtherwise(question, 'end');
		expect(question.branches).toEqual(always('end'));
		question.branches = [detractor, ...always('end')];
		setOtherwise(question, 'why');
		expect(question.branches).toEqual([detractor, ...always('why')]);
		setOtherwise(question, undefined);
		expect(question.branches).toEqual([detractor]);
		question.branches = always('end');
		setOtherwise(question, undefined);
		expect(question.branches).toBeUndefined();
	});
});
