import { listTexts } from '#lib/prompt/translation/list-texts.ts';
import { readTranslation } from '#lib/prompt/translation/measure-translation.ts';

import type { PromptContent } from '#lib/prompt/prompt-content.ts';

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Sets the translation of a text. An empty translation is removed, so that the original is shown. */
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
	// Every language must have `questions`; other empty objects are removed.
	if (Object.keys(inner).length === 0 && key !== 'questions') delete node[key!];
}

/** Adds a language; until it is translated, the original texts are shown. */
export function addLanguage(content: PromptContent, language: string): void {
	content.translations = { ...content.translations, [language]: { questions: {} } };
	// The prompt's translations are not those of a variant with its own texts, which must say that it has none.
	for (const variant of content.experiment?.variants ?? []) {
		if (variant.questions || variant.thank_you) variant.translations ??= {};
	}
}

export function removeLanguage(content: PromptContent, language: string): void {
	const { [language]: _, ...others } = content.translations ?? {};
	if (Object.keys(others).length > 0) content.translations = others;
	else delete content.translations;
}

/** Copies the original of every missing text. @returns how many were missing */
export function copyMissing(content: PromptContent, language: string): number {
	const missing = listTexts(content).filter(
		({ path }) => readTranslation(content, language, path) === '',
	);
	for (const { path, source } of missing) writeTranslation(content, language, path, source);
	return missing.length;
}
