import type { PromptInput } from '@feedback/contract';

import { listTexts } from './list-texts.ts';
import type { Translatable } from './list-texts.ts';

type Translated = Pick<
	PromptInput,
	'questions' | 'thank_you' | 'ask_later' | 'button_labels' | 'translations'
>;
type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** A text in a language; empty while it is not translated. */
export function readTranslation(content: Translated, language: string, path: string[]): string {
	let at: unknown = content.translations?.[language];
	for (const key of path) at = isNode(at) && Object.hasOwn(at, key) ? at[key] : undefined;
	return typeof at === 'string' ? at : '';
}

export type Completeness = {
	done: number;
	all: number;
	/** Equal to the original. */
	same: number;
};

/** Measures how much of a prompt is translated into a language. */
export function measureTranslation(
	content: Translated,
	language: string,
	texts: readonly Translatable[] = listTexts(content),
): Completeness {
	const words = texts.map(({ path }) => readTranslation(content, language, path));
	return {
		all: texts.length,
		done: words.filter((one) => one !== '').length,
		same: texts.filter(({ source }, index) => words[index] === source).length,
	};
}
