import { describe, expect, it } from 'vitest';

import { localizePrompt } from './localize.ts';
import { type PromptInput, promptSchema } from './prompt.ts';
import { en } from './words/en.ts';
import { findWords } from './words.ts';

const prompt: PromptInput = {
	survey_id: 'export',
	name: 'Export',
	language: 'en',
	questions: [{ id: 'why', type: 'long_text', title: 'Why?' }],
	button_labels: { send: 'Submit', skip: 'Not now' },
	translations: {
		de: { questions: { why: { title: 'Warum?' } }, button_labels: { send: 'Abschicken' } },
		it: { questions: { why: { title: 'Perché?' } } },
	},
};

const words = (content: PromptInput, ...languages: string[]) =>
	localizePrompt(promptSchema.parse(content), 1, languages).words;

describe('labels of buttons', () => {
	it('replace the defaults of the original language', () => {
		expect(words(prompt, 'en')).toEqual({ ...en, send: 'Submit', skip: 'Not now' });
	});

	it('are those of the shown language, else its defaults', () => {
		expect(words(prompt, 'de')).toEqual({ ...findWords('de'), send: 'Abschicken' });
		const german: PromptInput = { ...prompt, language: 'de', translations: { en: {} } };
		german.translations!['en'] = { questions: { why: { title: 'Why?' } } };
		expect(words(german, 'en')).toBeUndefined();
		expect(words(german, 'de')).toEqual({ ...findWords('de'), send: 'Submit', skip: 'Not now' });
	});

	it('are the original ones in a language without defaults', () => {
		expect(words(prompt, 'it')).toEqual({ ...en, send: 'Submit', skip: 'Not now' });
	});

	it('are not sent if nothing is labelled', () => {
		expect(words({ ...prompt, button_labels: {} }, 'en')).toBeUndefined();
		expect(words({ ...prompt, translations: {}, button_labels: undefined }, 'de')).toBeUndefined();
	});

	it('are named when they are wrong', () => {
		const { error } = promptSchema.safeParse({
			...prompt,
			button_labels: { submit: 'Go', send: 'x'.repeat(41), next: '' },
		});
		expect(error!.issues.map(({ path, code }) => [path.join('.'), code])).toEqual([
			['button_labels.next', 'too_small'],
			['button_labels.send', 'too_big'],
			['button_labels', 'unrecognized_keys'],
		]);
	});
});

describe('the label of other answers', () => {
	const options = [
		{ value: 'price', label: 'Price' },
		{ value: 'speed', label: 'Speed' },
	];
	const draw = (own: { other_label?: string }) => {
		const [question] = localizePrompt(
			promptSchema.parse({
				...prompt,
				questions: [{ id: 'why', type: 'single_choice', title: 'Why?', options, ...own }],
				translations: { de: { questions: { why: { other_label: 'Etwas anderes' } } } },
			}),
			1,
			['de'],
		).questions;
		return question as { other_label?: string };
	};

	it('is translated', () => {
		expect(draw({ other_label: 'Something else' }).other_label).toBe('Etwas anderes');
	});

	it('is not added by a translation: the question takes no other answer', () => {
		expect(draw({})).not.toHaveProperty('other_label');
	});
});
