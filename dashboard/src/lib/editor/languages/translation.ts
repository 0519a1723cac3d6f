import type { PromptContent } from '../prompt-content.ts';
import { listTexts } from './list-texts.ts';
import type { Translatable } from './list-texts.ts';

type Translated = Pick<PromptContent, 'questions' | 'thank_you' | 'translations'>;
type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** What a text says in a language; empty while it says nothing there. */
export function readTranslation(content: Translated, language: string, path: string[]): string {
	let at: unknown = content.translations?.[language];
	for (const key of path) at = isNode(at) && Object.hasOwn(at, key) ? at[key] : undefined;
	return typeof at === 'string' ? at : '';
}

/** Says a text in a language. An empty one is taken away: then the prompt's own words stand there. */
export function writeTranslation(
	content: PromptContent,
	language: string,
	path: string[],
	words: string,
): void {
	const root = content.translations?.[language] as Node | undefined;
	if (root) write(root, path, words);
}

function write(node: Node, [key, ...rest]: string[], words: string): void {
	if (rest.length === 0) {
		if (words === '') delete node[key!];
		else node[key!] = words;
		return;
	}
	if (!isNode(node[key!])) {
		if (words === '') return;
		node[key!] = {};
	}
	const inner = node[key!] as Node;
	write(inner, rest, words);
	// `questions` belongs to every language; what became empty below it goes.
	if (Object.keys(inner).length === 0 && key !== 'questions') delete node[key!];
}

/** Begins a language; everything in it falls back to the prompt's own words at first. */
export function addLanguage(content: PromptContent, language: string): void {
	content.translations = { ...content.translations, [language]: { questions: {} } };
}

export function removeLanguage(content: PromptContent, language: string): void {
	const { [language]: _, ...others } = content.translations ?? {};
	if (Object.keys(others).length > 0) content.translations = others;
	else delete content.translations;
}

/** Puts the prompt's own words wherever a language says nothing yet. @returns how many texts that were */
export function copyMissing(content: PromptContent, language: string): number {
	const missing = listTexts(content).filter(
		({ path }) => readTranslation(content, language, path) === '',
	);
	for (const { path, source } of missing) writeTranslation(content, language, path, source);
	return missing.length;
}

export type Completeness = {
	done: number;
	all: number;
	/** Say the same as the original. */ same: number;
};

/** How much of a prompt is said in a language. */
export function measureLanguage(
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
