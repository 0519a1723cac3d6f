import { describe, expect, it } from 'vitest';

import { localizePrompt } from '../localize.ts';
import { limits } from '../limits.ts';
import { promptSchema, type PromptInput } from '../prompt.ts';
import type { TextValues } from '../wire.ts';
import { fillPrompt } from './fill-prompt.ts';
import { showFallbacks } from './parse-text.ts';
import { writeValue } from './write-value.ts';

const written: PromptInput = {
	survey_id: 'export',
	name: 'Export',
	questions: [
		{
			id: 'why',
			type: 'single_choice',
			title: 'How was the {{event.format | file}}, {{ trait.name|there }}?',
			help: 'Literally \\{{trait.name | there}}, and {{ this }} {{trait.name}}',
			options: [
				{ value: 'a', label: 'Good for {{verified_trait.team | my team}}' },
				{ value: 'b', label: 'Bad' },
			],
		},
		{
			id: 'go',
			type: 'message',
			title: 'Bye',
			button: { label: 'Back to {{event.page.name | it}}' },
		},
	],
	thank_you: { title: 'Thanks, {{trait.name | you}}', text: '{{verified_event.id | done}}' },
	translations: { de: { questions: { why: { title: 'Wie war {{event.format | die Datei}}?' } } } },
};

function draw(values: TextValues, language = 'en', prompt = written) {
	return fillPrompt(localizePrompt(promptSchema.parse(prompt), 1, [language]), values);
}
const titleWith = (values: TextValues, language?: string) =>
	draw(values, language).questions[0]!.title;

describe('a text', () => {
	it('contains the values by their source and key', () => {
		const values = {
			trait: { name: 'Ada', team: 'wrong' },
			verified_trait: { team: 'Research' },
			event: { format: 'PDF', 'page.name': 'Reports' },
			verified_event: { id: 7 },
		};
		expect(draw(values)).toMatchObject({
			questions: [
				{
					title: 'How was the PDF, Ada?',
					options: [{ label: 'Good for Research' }, { label: 'Bad' }],
				},
				{ button: { label: 'Back to Reports' } },
			],
			thank_you: { title: 'Thanks, Ada', text: '7' },
		});
	});

	it('contains the fallbacks of its language for what is unknown or no word', () => {
		expect(titleWith({})).toBe('How was the file, there?');
		expect(titleWith({ event: { format: null }, trait: { name: true } })).toBe(
			'How was the file, there?',
		);
		expect(titleWith({}, 'de')).toBe('Wie war die Datei?');
	});

	it('keeps braces that name no value, and those with a backslash', () => {
		expect(draw({ trait: { name: 'Ada' } }).questions[0]).toMatchObject({
			help: 'Literally {{trait.name | there}}, and {{ this }} {{trait.name}}',
		});
		expect(showFallbacks('{{{trait.a | b}}} {{ | c}} {{trait. | c}} }}{{')).toBe(
			'{b} {{ | c}} {{trait. | c}} }}{{',
		);
	});

	it('never reads a value as a text with values', () => {
		const name = '{{trait.secret | x}} \\{{';
		expect(titleWith({ trait: { name, secret: 'no' } })).toBe(`How was the file, ${name}?`);
	});

	it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
		'has the fallback for the inherited key %s',
		(key) => {
			const question = { id: 'a', type: 'nps', title: `{{trait.${key} | mine}}` } as const;
			const drawn = draw({ trait: {} }, 'en', {
				...written,
				translations: {},
				questions: [question],
			});
			expect(drawn.questions[0]!.title).toBe('mine');
		},
	);
});

it('with an earlier answer is listed for the browser, and has its fallback until then', () => {
	const drawn = draw({ trait: { name: '{{answer.why | x}}' } }, 'en', {
		...written,
		translations: {},
		questions: [
			written.questions[0]!,
			{ id: 'more', type: 'long_text', title: '{{trait.name | you}}: why {{answer.why | that}}?' },
		],
	});
	expect(drawn.questions[1]!.title).toBe('{{answer.why | x}}: why that?');
	expect(drawn.answer_texts).toEqual([
		{
			path: ['questions', 1, 'title'],
			parts: ['{{answer.why | x}}', ': why ', { question: 'why', fallback: 'that' }, '?'],
		},
	]);
	expect(draw({})).not.toHaveProperty('answer_texts');
});

describe('a value', () => {
	it.each([
		['  Ada\n\tLovelace ', 'Ada Lovelace'],
		['pay\u202eeno\u2066\u200f', 'payeno'],
		['\u0000a\u0085b\u2028c', 'a b c'],
		['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
		['👩‍💻', '👩‍💻'],
		[`Z${'\u0300'.repeat(50)}`, `Z${'\u0300'.repeat(4)}`],
		['\ud800Ada', 'Ada'],
	])('%j is written as %j', (value, words) => {
		expect(writeValue(value, 'en')).toBe(words);
	});

	it.each(['', '   ', '\u200b\u202e', '\u200d', true, false, null, undefined])(
		'%j is not written',
		(value) => {
			expect(writeValue(value, 'en')).toBeUndefined();
		},
	);

	it('is cut after some characters', () => {
		const words = writeValue('😀'.repeat(10_000), 'en')!;
		expect([...words]).toHaveLength(limits.prompt.value);
		expect(words.endsWith('😀…')).toBe(true);
	});

	it.each([
		[1234.5, 'de', '1234,5'],
		[1234.5, 'en', '1234.5'],
		[2026, 'ar-EG', '2026'],
		[0.1, 'no language', '0.1'],
	])('that is the number %d in %s is %s', (value, language, words) => {
		expect(writeValue(value, language)).toBe(words);
	});

	it('of the other direction does not reorder the words around it', () => {
		expect(writeValue('سلمى', 'en')).toBe('\u2068سلمى\u2069');
		expect(writeValue('Ada', 'ar')).toBe('\u2068Ada\u2069');
		expect(writeValue('+49 30', 'ar')).toBe('\u2068+49 30\u2069');
		expect(writeValue('سلمى محمد', 'ar')).toBe('سلمى محمد');
	});
});
