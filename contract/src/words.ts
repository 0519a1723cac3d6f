import type { PromptWords } from './wire.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import { ja } from './words/ja.ts';

/** The buttons of a prompt whose labels an author can set. */
export const buttons = ['next', 'skip', 'send', 'back', 'close'] as const;

export type ButtonLabels = { [Name in (typeof buttons)[number]]?: string | undefined };

const languages = new Map<string, PromptWords>(Object.entries({ ar, de, es, fr, ja }));

/**
 * Returns the prompt UI's texts in a language given as a BCP 47 tag: `de-AT` is read as `de`. Undefined for
 * English, which the UI contains, and for languages without a translation.
 *
 * @example
 * findWords('de-AT')?.next; // 'Weiter'
 */
export function findWords(language: string): PromptWords | undefined {
	return languages.get(language.toLowerCase().split('-')[0]!);
}
