import { scriptAddress, writeScriptTags } from '@feedback/contract/script-tag';

import { writeInit } from './init-call.ts';
import type { InitOptions } from './init-call.ts';
import { findEol, findIndent, indentAbove, placeBefore, splice, toBlock } from './source-text.ts';
import { Unplanned } from './unplanned.ts';

/** What an editor has to know about a template language. */
export type TemplateLanguage = {
	/** Parts whose text is no markup, such as comments. */
	hidden: readonly RegExp[];
	/** What begins code of the language within text. */
	opens: RegExp;
};

const everyHidden = [/<!--[\s\S]*?-->/, /<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/];

/** A template with its comments, scripts and styles blanked: every other character stays where it is. */
export function maskTemplate(text: string, { hidden }: TemplateLanguage): string {
	const parts = [...hidden, ...everyHidden].map(({ source }) => source);
	// Only the last part has a group.
	return text.replace(new RegExp(parts.join('|'), 'gi'), (part) => part.replace(/[^\n]/g, ' '));
}

/** The offset of the only `</head>` of a template; undefined when there is none, or there are several. */
export function findHeadEnd(text: string, language: TemplateLanguage): number | undefined {
	const ends = [...maskTemplate(text, language).matchAll(/<\/head\s*>/gi)];
	return ends.length === 1 ? ends[0]!.index : undefined;
}

/** Inserts lines at the end of a template's head. */
export function addToHead(
	text: string,
	path: string,
	lines: readonly string[],
	language: TemplateLanguage,
): string {
	const end = findHeadEnd(text, language);
	if (end === undefined) throw new Unplanned(`${path} does not have exactly one </head>.`);
	const { at, indent } = placeBefore(text, end);
	const block = toBlock(lines, indentAbove(text, end) ?? indent, findEol(text));
	return splice(text, [{ at, text: block }]);
}

/** Appends lines to a template that is part of a head. */
export function appendLines(text: string, lines: readonly string[]): string {
	const eol = findEol(text);
	const opens = text === '' || text.endsWith('\n') ? '' : eol;
	return text + opens + toBlock(lines, '', eol);
}

type TagOptions = InitOptions & {
	/** Attribute with the nonce of the page's policy, in the template's language. */
	nonce: string | undefined;
};

/** The two script tags that load and start the SDK, as lines of a template. */
export function writeTags(
	{ nonce, ...options }: TagOptions,
	{ opens }: TemplateLanguage,
	template = '',
): string[] {
	const indent = findIndent(template);
	const call = writeInit(options, { eol: '\n', quote: "'", semicolon: true, indent }).split('\n');
	const lines = writeScriptTags(scriptAddress(options.apiUrl), call, indent);
	if (lines.some((line) => opens.test(line))) {
		throw new Unplanned('The address of the service looks like code in this template.');
	}
	return nonce ? lines.map((line) => line.replace(/^<script/, `<script ${nonce}`)) : lines;
}

/** The nonce attribute of a template's own scripts. */
export function findNonce(text: string): string | undefined {
	return /<script\b[^>]*?\s(nonce=(?:"[^"]*"|'[^']*'|\{[^}]*\}))/i.exec(text)?.[1];
}
