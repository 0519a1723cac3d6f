import { describe, expect, it } from 'vitest';

import { lintPrompt } from './lint/lint-prompt.ts';
import { localizePrompt } from './localize.ts';
import { promptSchema, type PromptInput } from './prompt.ts';
import { askLaterLabels } from './words/ask-later.ts';
import { findWords } from './words.ts';

const written = (more: Partial<PromptInput>): PromptInput => ({
	survey_id: 'export',
	name: 'Export',
	questions: [{ id: 'ease', type: 'yes_no', title: 'Was it easy?' }],
	...more,
});
const offer = (...days: number[]) => ({ choices: days.map((each) => ({ days: each })) });
const show = (more: Partial<PromptInput>, language: string) =>
	localizePrompt(promptSchema.parse(written(more)), 1, [language]).ask_later;
const issuesOf = (more: Partial<PromptInput>) =>
	promptSchema
		.safeParse(written(more))
		.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
const lintOf = (more: Partial<PromptInput>, now = 0) =>
	lintPrompt(promptSchema.parse(written(more)), now).map(
		({ severity, path, message }) => `${severity}: ${path.join('.')} ${message}`,
	);

describe('what a visitor can choose', () => {
	it('has default labels in each language of the controls', () => {
		const languages = Object.keys(askLaterLabels).filter((language) => language !== 'en');
		expect(languages.filter((language) => !findWords(language))).toEqual([]);
		expect(show({ ask_later: offer(1, 2, 7, 14) }, 'en')).toEqual({
			label: 'Ask me later',
			choices: [
				{ days: 1, label: 'Tomorrow' },
				{ days: 2, label: 'In 2 days' },
				{ days: 7, label: 'In 1 week' },
				{ days: 14, label: 'In 2 weeks' },
			],
		});
		expect(show({ language: 'de-AT', ask_later: offer(1, 7) }, 'de')).toEqual({
			label: 'Später fragen',
			choices: [
				{ days: 1, label: 'Morgen' },
				{ days: 7, label: 'In 1 Woche' },
			],
		});
	});

	it('has the labels of its author, those of another language only without a default', () => {
		const own = { label: 'Not now', choices: [{ days: 7, label: 'After the release' }] };
		const translations = {
			de: { thank_you: { title: 'Danke!' }, ask_later: { choices: { 7: 'Nach dem Release' } } },
			pl: { thank_you: { title: 'Dziękujemy!' } },
		};
		const shown = (language: string) => show({ ask_later: own, translations }, language);
		expect(shown('en')).toEqual(own);
		expect(shown('pl')).toEqual(own);
		expect(shown('de')).toEqual({
			label: 'Später fragen',
			choices: [{ days: 7, label: 'Nach dem Release' }],
		});
	});

	it('is missing in a prompt that does not offer it', () => {
		expect(show({}, 'en')).toBeUndefined();
	});
});

describe('an offer that cannot work', () => {
	it('is refused', () => {
		expect(issuesOf({ ask_later: offer(1, 7, 1) })).toEqual([
			'ask_later.choices.2.days 1 is used by an earlier choice',
		]);
		const translations = { de: { ask_later: { choices: { 2: 'Übermorgen' } } } };
		expect(issuesOf({ ask_later: offer(1), translations })).toEqual([
			'translations.de.ask_later.choices.2 there is no choice of 2 days',
		]);
		for (const choices of [[], [{ days: 0 }], [{ days: 91 }], [{ days: 1.5 }]]) {
			expect(issuesOf({ ask_later: { choices } })).toHaveLength(1);
		}
	});

	it('is found by the linter', () => {
		const choices = [
			{ days: 1, label: 'Soon' },
			{ days: 7, label: 'Soon' },
			{ days: 9, label: '\u200b' },
		];
		expect(lintOf({ ask_later: { label: '\u200b', choices } })).toEqual([
			'error: ask_later.label must hold a visible character',
			'error: ask_later.choices.1.label "Soon" is the label of an earlier choice',
			'error: ask_later.choices.2.label must hold a visible character',
		]);
		const timing = { ends_at: '2026-12-05T00:00:00Z' };
		expect(lintOf({ ask_later: offer(1, 7), timing }, Date.parse('2026-12-01'))).toEqual([
			'warning: ask_later.choices.1.days is after the end of the prompt: a visitor who chooses it now is not asked again',
		]);
	});
});
