import { describe, expect, it } from 'vitest';

import vectors from '../vectors/meaning.json' with { type: 'json' };
import {
	answersOnPath,
	examplePrompt,
	findAnswerIssues,
	promptSchema,
	questionSchema,
	reachedQuestions,
} from './mod.ts';
import type { Answers, MetBranches } from './mod.ts';

const { questions } = promptSchema.parse(examplePrompt);
const final = { final: true };

function issuesOf(answers: unknown, options = final) {
	return findAnswerIssues(questions, answers as Answers, options).map(
		(issue) => `${issue.field} ${issue.message}`,
	);
}

describe('answers', () => {
	it('are valid if their types are right and required ones are present', () => {
		expect(
			issuesOf({
				ease: 2,
				trouble: ['slow', { other: 'the queue' }],
				recommend: 9,
				more: 'Thanks',
			}),
		).toEqual([]);
		expect(issuesOf({ ease: 5 })).toEqual([]);
	});

	it('may lack a required answer if they are partial', () => {
		expect(issuesOf({ more: 'first' }, { final: false })).toEqual([]);
		expect(issuesOf({ more: 'first' })).toEqual(['answers.ease is required']);
	});

	it.each([
		[{ ease: 6 }, 'answers.ease must be a whole number from 1 to 5'],
		[{ ease: 4.5 }, 'answers.ease must be a whole number from 1 to 5'],
		[{ ease: '5' }, 'answers.ease must be a whole number from 1 to 5'],
		[{ ease: 1, recommend: 11 }, 'answers.recommend must be a whole number from 0 to 10'],
		[{ ease: 1, trouble: 'slow' }, 'answers.trouble must be a list of choices'],
		[{ ease: 1, trouble: ['fast'] }, 'answers.trouble must be one of slow, format, nothing'],
		[{ ease: 1, trouble: ['slow', 'slow'] }, 'answers.trouble must not hold a choice twice'],
		[
			{ ease: 1, trouble: ['slow', 'nothing'] },
			'answers.trouble holds an exclusive choice beside others',
		],
		[{ ease: 1, more: 7 }, 'answers.more must be a text'],
		[{ ease: 1, more: 'x'.repeat(1_001) }, 'answers.more must have at most 1000 characters'],
		[{ ease: 1, surprise: 1 }, 'answers.surprise there is no question "surprise" in this revision'],
	])('%j are refused', (answers, expected) => {
		expect(issuesOf(answers)).toEqual([expected]);
	});

	it('are not required for questions that branching skips', () => {
		const ids = (answers: Answers) =>
			reachedQuestions(questions, answers).map((question) => question.id);
		expect(ids({ ease: 5 })).toEqual(['ease', 'recommend', 'more']);
		expect(ids({ ease: 3 })).toEqual(['ease', 'trouble', 'recommend', 'more']);
	});

	it.each(vectors.path.cases)('$answers reach $reached where $met held', (each) => {
		const parsed = vectors.path.questions.map((question) => questionSchema.parse(question));
		const reached = reachedQuestions(
			parsed,
			each.answers as Answers,
			(each.met ?? undefined) as MetBranches | undefined,
		);
		expect(reached.map(({ id }) => id)).toEqual(each.reached);
	});

	it('to a question that the other answers skip do not count', () => {
		const answers: Answers = { ease: 3, trouble: ['slow'], more: 'Thanks' };
		expect(answersOnPath(questions, answers)).toEqual(answers);
		expect(answersOnPath(questions, { ...answers, ease: 5 })).toEqual({ ease: 5, more: 'Thanks' });
	});
});
