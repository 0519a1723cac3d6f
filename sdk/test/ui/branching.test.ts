import fc from 'fast-check';
import { expect, test } from 'vitest';

import { promptSchema, reachedQuestions } from '@feedback/contract';
import type { AnswerValue, QuestionToDraw } from '@feedback/contract/wire';

import { rounds } from '../../../testing/thorough.ts';
import { toRecord } from '../../src/json.ts';
import { createFlow } from '../../src/ui/flow.ts';

const ids = ['a', 'b', 'c', 'constructor', 'e', 'f'];
const scalar = fc.oneof(
	fc.constantFrom<string | number | boolean>('x', 'y', 'X y', 0, 3, 5, true, false),
);
const answer: fc.Arbitrary<AnswerValue> = fc.oneof(
	scalar,
	fc.constantFrom<AnswerValue>(null, '', '  ', [], ['x'], ['x', 'y'], { other: 'x' }, [
		{ other: 'x' },
	]),
);
const condition = fc.oneof(
	fc.record({ op: fc.constantFrom('answered', 'skipped') }),
	fc.record({ op: fc.constantFrom('is', 'is_not', 'contains'), value: scalar }),
	fc.record({ op: fc.constantFrom('at_least', 'at_most'), value: fc.constantFrom(0, 3, 4) }),
	fc.record({
		op: fc.constant('one_of'),
		value: fc.array(fc.constantFrom('x', 'y', 3, 5), { minLength: 1 }),
	}),
);

/** Questions whose branches name only later questions, and an answer to each. */
const cases = fc
	.integer({ min: 1, max: ids.length })
	.chain((count) =>
		fc.tuple(
			...ids
				.slice(0, count)
				.map((id, index) =>
					fc.tuple(
						answer,
						fc.array(
							fc.record({
								when: condition,
								go: fc.constantFrom('end', ...ids.slice(index + 1, count)),
							}),
							{ maxLength: 3 },
						),
					),
				),
		),
	)
	.map((drawn) =>
		drawn.map(([given, branches], index) => ({
			given,
			question: { id: ids[index]!, type: 'long_text', title: 'Why?', branches },
		})),
	);

test('a visitor sees the questions that the contract says they reach', () => {
	fc.assert(
		fc.property(cases, (asked) => {
			const { questions } = promptSchema.parse({
				survey_id: 'generated',
				name: 'Generated',
				questions: asked.map(({ question }) => question),
			});
			const given = new Map(asked.map((each) => [each.question.id, each.given]));
			const flow = createFlow(questions as QuestionToDraw[], {});
			const way: string[] = [];
			for (let now = flow.question(); now; now = flow.question()) {
				way.push(now.id);
				flow.answer(given.get(now.id)!);
			}
			const reached = reachedQuestions(questions, Object.fromEntries(given));
			expect(way).toEqual(reached.map(({ id }) => id));
			expect(Object.keys(flow.answers())).toEqual(way);
			// On another page, the same answers lead to the same question.
			const half = Object.fromEntries(Object.entries(flow.answers()).slice(0, way.length / 2));
			const resumed = createFlow(questions as QuestionToDraw[], toRecord(half));
			expect(resumed.question()?.id).toBe(way[Math.floor(way.length / 2)]);
			expect(resumed.answers()).toEqual(half);
		}),
		{ numRuns: rounds(800, 3_000) },
	);
});

test('an answer that going back skips does not count, and is still there on return', () => {
	const questions = ids
		.slice(0, 3)
		.map((id) => ({
			id,
			type: 'yes_no',
			title: id,
			required: true,
			...(id === 'a' && { branches: [{ when: { op: 'is', value: false }, go: 'end' }] }),
		})) as QuestionToDraw[];
	const flow = createFlow(questions, {});
	flow.answer(true);
	flow.answer(true);
	flow.back();
	expect(flow.earlier()).toBe(true);
	flow.back();
	flow.answer(false);
	expect(flow.question()).toBeUndefined();
	expect(flow.answers()).toEqual({ a: false });
});
