import { expect, it } from 'vitest';

import { splitWords } from './split-words.ts';

/** The words that remain, as the visitor wrote them; `|` ends a phrase. */
const keep = (text: string) =>
	splitWords(text.split(' ').map((word) => [word, word]))
		.map((word) => (word === null ? '|' : word[1]))
		.filter((word) => word !== null)
		.join(' ');

it.each([
	['English', 'i have to open tabs to see it', 'open tabs see'],
	['German', 'ich habe den export nicht gefunden', 'export gefunden'],
	['French', 'je ne trouve pas le bouton pour exporter', 'trouve bouton exporter'],
	['Spanish', 'no encuentro el botón de la factura', 'encuentro botón factura'],
	['Arabic', 'لم أجد زر التصدير في هذه الصفحة', 'أجد زر التصدير الصفحة'],
	['Japanese', 'エクスポートが遅いです', 'エクスポート | | 遅い | |'],
])('drops the stop words of %s, whatever language the browser has', (_, text, kept) => {
	expect(keep(text)).toBe(kept);
});

it('keeps a word of one language that is a stop word of another', () => {
	expect(keep('we have to let the old app die')).toContain('die');
});

it('keeps names and numbers without any stop word', () => {
	expect(keep('acme 2026')).toBe('acme 2026');
});
