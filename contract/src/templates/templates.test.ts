import { describe, expect, it } from 'vitest';

import { reachedQuestions } from '../answer.ts';
import { listIssues } from '../issues.ts';
import { promptSchema } from '../prompt.ts';
import { blankTemplate, drawPicture, templates } from './mod.ts';

const all = [...templates, blankTemplate];

describe('the template', () => {
	it.each(all)('$name is valid', ({ content }) => {
		const { error } = promptSchema.safeParse(content, { reportInput: true });
		expect(error && listIssues(error)).toBeUndefined();
	});

	it.each(all)('$name has no unreachable question', ({ content }) => {
		const { questions } = promptSchema.parse(content);
		const given = [
			undefined,
			'x',
			true,
			false,
			['x'],
			...Array.from({ length: 11 }, (_, at) => at),
		];
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

	it('has a unique name and survey ID', () => {
		expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
		expect(new Set(all.map(({ content }) => content.survey_id)).size).toBe(all.length);
		expect(templates).toHaveLength(15);
	});
});

describe('its picture', () => {
	it('shows the title of the first question with any characters', () => {
		const title = '<script>alert("&")</script>\u0007';
		const picture = drawPicture(
			{ survey_id: 'x', name: 'X', questions: [{ id: 'x', type: 'long_text', title }] },
			'light',
		);
		expect(picture).toContain('&lt;script&gt;alert("&amp;")');
		expect(picture).not.toContain('<script');
		expect(picture).not.toContain('\u0007');
	});

	it('shortens a long text to fit the panel', () => {
		const title = 'word '.repeat(60);
		const picture = drawPicture(
			{ survey_id: 'x', name: 'X', questions: [{ id: 'x', type: 'yes_no', title }] },
			'dark',
		);
		expect(picture.match(/word/g)!.length).toBeLessThan(14);
		expect(picture).toContain('…');
	});
});
