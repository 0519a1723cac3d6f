import { listIssues, promptSchema, reachedQuestions } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { templates } from './templates.ts';

const parse = (content: unknown) => promptSchema.safeParse(content, { reportInput: true });

describe('the template', () => {
	it.each(templates)('$name is valid', ({ content }) => {
		const { error } = parse(content);
		expect(error && listIssues(error)).toBeUndefined();
	});

	it.each(templates)('$name has no unreachable question', ({ content }) => {
		const { questions } = promptSchema.parse(content);
		const given = [undefined, 'x', true, ['x'], ...Array.from({ length: 11 }, (_, at) => at)];
		const reached = new Set(
			given.flatMap((answer) =>
				reachedQuestions(
					questions,
					Object.fromEntries(questions.map(({ id }) => [id, answer ?? null])),
				).map(({ id }) => id),
			),
		);
		expect([...reached].sort()).toEqual(questions.map(({ id }) => id).sort());
	});

	it('has a unique survey ID', () => {
		const ids = templates.map(({ content }) => content.survey_id);
		expect(new Set(ids).size).toBe(ids.length);
	});
});
