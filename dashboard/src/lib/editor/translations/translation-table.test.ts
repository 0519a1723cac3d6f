import { describe, expect, it } from 'vitest';

import type { PromptContent } from '#lib/prompt/prompt-content.ts';
import { listTexts } from '#lib/prompt/translation/list-texts.ts';

import { readTable, writeTable } from './translation-table.ts';

const content = {
	questions: [
		{
			id: 'why',
			type: 'single_choice',
			title: 'Why, "really"?',
			options: [
				{ value: 'price', label: 'Price' },
				{ value: 'other', label: 'Other' },
			],
			other_label: 'Other',
		},
	],
	translations: { de: { questions: { why: { options: { price: 'Preis' } } } } },
} as unknown as PromptContent;
const texts = listTexts(content);
const read = (table: string) =>
	readTable(table, texts).words.map(({ path, words }) => `${path.join('.')}=${words}`);

describe('a table of translations', () => {
	it('can be written, filled in and read again', () => {
		const table = writeTable(content, 'de', texts);
		expect(table.split('\n')).toHaveLength(texts.length + 1);
		expect(read(table)).toEqual(['questions.why.options.price=Preis']);
		expect(read(table.replace('Other\t', 'Other\tSonstiges'))).toContain(
			'questions.why.other_label=Sonstiges',
		);
	});

	it.each([
		['tabs', 'Price\tPreis\r\nOther\tSonstiges'],
		['semicolons', 'Price;Preis\nOther;Sonstiges'],
		['commas', 'original,translation\nPrice,Preis\nOther,Sonstiges\n'],
	])('is read by the original texts, separated by %s', (_, table) => {
		expect(read(table).toSorted()).toEqual([
			'questions.why.options.other=Sonstiges',
			'questions.why.options.price=Preis',
			'questions.why.other_label=Sonstiges',
		]);
	});

	it('keeps quotes, separators and line breaks within a cell', () => {
		expect(read('"Why, ""really""?","Warum,\n""wirklich""?"')).toEqual([
			'questions.why.title=Warum,\n"wirklich"?',
		]);
	});

	it('names the rows that match no text, and skips empty ones', () => {
		expect(readTable('Prise;Preis\n\nOther;\nPrice', texts)).toEqual({
			words: [],
			unknown: [
				{ row: 1, cell: 'Prise' },
				{ row: 4, cell: 'Price' },
			],
		});
		expect(readTable('', texts)).toEqual({ words: [], unknown: [] });
	});
});
