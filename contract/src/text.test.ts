import { describe, expect, it } from 'vitest';

import { promptSchema } from './prompt.ts';
import { routes } from './routes.ts';
import { nameText } from './text.ts';

const at = (code: number) => `safe${String.fromCodePoint(code)}eman`;

describe('a name', () => {
	it.each([
		0x00, 0x07, 0x09, 0x0a, 0x1b, 0x7f, 0x85, 0x2028, 0x2029, 0x202a, 0x202d, 0x202e, 0x2066,
		0x2069,
	])('does not contain U+%s', (code) => {
		expect(nameText(120).safeParse(at(code)).success).toBe(false);
	});

	it.each([
		'Überblick',
		'تقييم التصدير',
		'דירוג\u200f 5',
		'क्षमता\u200d',
		'एक\u200cदो',
		'👩‍💻 team',
		'<b>&amp;',
		'日本語',
	])('may be %j', (name) => {
		expect(nameText(120).safeParse(name).success).toBe(true);
	});

	it.each(['   ', '\u00a0', '\u3000'])('is not only spaces, such as %j', (name) => {
		expect(nameText(120).safeParse(name).error?.issues).toMatchObject([
			{ message: 'must hold more than spaces' },
		]);
	});

	it('that is empty has one problem', () => {
		expect(nameText(120).safeParse('').error?.issues).toHaveLength(1);
	});

	it('is validated wherever people enter one', () => {
		const prompt = {
			survey_id: 'ease',
			name: at(0x202e),
			questions: [{ id: 'ease', type: 'rating', title: 'How easy?' }],
		};
		const body = { name: at(0x202e) };
		const ci = { ...body, sites: [crypto.randomUUID()], actions: ['prompt:draft'], days: 1 };
		for (const [schema, value] of [
			[promptSchema, prompt],
			[routes.createWorkspace.body, body],
			[routes.updateWorkspace.body, body],
			[routes.createSite.body, body],
			[routes.renameSite.body, body],
			[routes.createCiToken.body, ci],
		] as const) {
			expect(schema.safeParse({ ...value, name: 'Safe name' }).success).toBe(true);
			const { error } = schema.safeParse(value);
			expect(error?.issues).toMatchObject([
				{ path: ['name'], message: expect.stringMatching(/^must not hold .*direction/) as string },
			]);
		}
	});
});
