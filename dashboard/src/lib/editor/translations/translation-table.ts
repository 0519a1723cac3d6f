import { dsvFormat } from 'd3-dsv';

import type { PromptContent } from '#lib/prompt/prompt-content.ts';
import type { Translatable } from '#lib/prompt/translation/list-texts.ts';
import { readTranslation } from '#lib/prompt/translation/measure-translation.ts';

const header = ['key', 'original', 'translation'];

/** The texts of a prompt as read from a table. */
export type ReadTable = {
	/** Translations by path, without empty ones. */
	words: { path: string[]; words: string }[];
	/** The rows that match no text: the row number and the first cell. */
	unknown: { row: number; cell: string }[];
};

const keyOf = ({ path }: Pick<Translatable, 'path'>) => path.join('.');

/**
 * The texts with their translations, separated by tabs, as spreadsheets paste and copy them.
 *
 * @example
 * writeTable(content, 'de', texts); // 'key\toriginal\ttranslation\nquestions.ease.title\tHow easy was it?\t'
 */
export function writeTable(
	content: PromptContent,
	language: string,
	texts: readonly Translatable[],
): string {
	const rows = texts.map((text) => [
		keyOf(text),
		text.source,
		readTranslation(content, language, text.path),
	]);
	return dsvFormat('\t').formatRows([header, ...rows]);
}

/**
 * Reads the translations of one language from a table: separated by tabs, semicolons or commas. The first column is
 * the key or the original text, the last one the translation.
 *
 * @example
 * readTable('How easy was it?;Wie leicht war es?', texts).words; // [{ path: […], words: 'Wie leicht war es?' }]
 */
export function readTable(table: string, texts: readonly Translatable[]): ReadTable {
	const [first = ''] = table.split('\n', 1);
	const delimiter = ['\t', ';'].find((one) => first.includes(one)) ?? ',';
	const rows = dsvFormat(delimiter)
		.parseRows(table)
		.map((cells) => cells.map((cell) => cell.trim()));
	const found: ReadTable = { words: [], unknown: [] };
	for (const [index, cells] of rows.entries()) {
		const [cell = ''] = cells;
		if (cells.every((one) => one === '')) continue;
		if (index === 0 && header.slice(0, 2).includes(cell.toLowerCase())) continue;
		const matching = texts.filter((text) => keyOf(text) === cell);
		// Several fields can have the same original text, such as “Other”.
		const same =
			matching.length > 0 ? matching : texts.filter(({ source }) => source.trim() === cell);
		if (same.length === 0 || cells.length < 2) {
			found.unknown.push({ row: index + 1, cell });
			continue;
		}
		const words = cells.at(-1)!;
		if (words !== '') found.words.push(...same.map(({ path }) => ({ path, words })));
	}
	return found;
}
