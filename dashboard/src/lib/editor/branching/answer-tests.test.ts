import { promptSchema } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { questionTypeList } from '#lib/prompt/question-types.ts';

import { newQuestion } from '../questions/change-questions.ts';
import { listTests, makeWhen } from './answer-tests.ts';

describe('a branch', () => {
	it.each(questionTypeList)('on the answer to %s is valid immediately', (type) => {
		const question = { ...newQuestion(type, []), title: 'Words' };
		const tests = listTests(question);
		for (const test of tests) {
			for (const before of tests) {
				const when = makeWhen(question, test, makeWhen(question, before));
				// The author types the text to look for.
				if ('value' in when && when.value === '') when.value = 'word';
				const questions = [{ ...question, branches: [{ when, go: 'end' }] }];
				const parsed = promptSchema.safeParse({ survey_id: 'a', name: 'a', questions });
				expect(parsed.error?.issues, `${test.op} after ${before.op}`).toBeUndefined();
			}
		}
	});

	it('keeps its value if it is valid for the new test', () => {
		const question = newQuestion('nps', []);
		const [atMost, atLeast] = listTests(question);
		expect(
			makeWhen(question, atLeast!, { ...makeWhen(question, atMost!), value: 9 } as never),
		).toEqual({ op: 'at_least', value: 9 });
	});
});
