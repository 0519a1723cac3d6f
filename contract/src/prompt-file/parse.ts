import { LineCounter, parseDocument } from 'yaml';
import type { Document } from 'yaml';

import { findIssues, firstIssues, unknownKey } from '../issues.ts';
import { describeIssue } from '../describe-issue.ts';
import { limits } from '../limits.ts';
import { promptSchema } from '../prompt.ts';
import type { Prompt } from '../prompt.ts';
import { findLintErrors } from '../lint/lint-prompt.ts';
import { promptJsonSchema } from './json-schema.ts';
import { locatePath } from './locate.ts';
import { isObject } from './schema-branches.ts';
import { suggestWord } from './suggestion.ts';

/** One issue of a prompt file, and its position; lines and columns count from 1. */
export type PromptFileIssue = {
	line: number;
	column: number;
	path: (string | number)[];
	/** The problem and the allowed values: `must be one of is, is_not`. */
	message: string;
	/** The word that was probably meant. */
	suggestion?: string;
};

export type ParsedPromptFile =
	| { content: Prompt }
	| {
			/** The first ones of the file, by line. */
			issues: PromptFileIssue[];
			/** How many there are besides. */
			more: number;
	  };

/** Maximum size of a file, which may be larger than its prompt because of comments and indentation. */
const maxFileCharacters = limits.prompt.bytes * 4;
const tooDeep = 'The file is nested too deeply.';

/**
 * Reads a prompt file, YAML or JSON. A name that ends in `.json` requires strict JSON. A `$schema` at the
 * top is for editors and not part of the prompt.
 *
 * @example
 * parsePromptFile('survey_id: ease\nname: Ease\nquestons: []\n', 'ease.yaml');
 * // { issues: [{ line: 3, column: 1, path: ['questons'], message: 'is not known here', suggestion: 'questions' }, …], more: 0 }
 */
export function parsePromptFile(text: string, name: string): ParsedPromptFile {
	if (text.length > maxFileCharacters) {
		return failAt(1, 1, `The file has more than ${maxFileCharacters} characters.`);
	}
	if (text.trim() === '') return failAt(1, 1, 'The file is empty.');
	const lines = new LineCounter();
	let document: Document.Parsed;
	let value: unknown;
	try {
		document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
		const syntaxIssue = findSyntaxIssue(document, text, name, lines);
		if (syntaxIssue) return { issues: [syntaxIssue], more: 0 };
		value = document.toJS();
	} catch (error) {
		if (error instanceof RangeError) return failAt(1, 1, tooDeep);
		// The parser throws when aliases expand too far, or name an anchor that does not exist.
		return failAt(1, 1, (error as Error).message);
	}
	return checkContent(document, dropSchemaAddress(value), lines);
}

function checkContent(document: Document, value: unknown, lines: LineCounter): ParsedPromptFile {
	const parsed = promptSchema.safeParse(value, { reportInput: true });
	if (parsed.success) {
		const errors = findLintErrors(parsed.data);
		if (errors.length > 0) {
			const { issues, more } = firstIssues(errors);
			return {
				issues: issues.map(({ path, message }) => {
					const { line, col } = lines.linePos(locatePath(document, path, false));
					return { line, column: col, path, message };
				}),
				more,
			};
		}
		const bytes = new TextEncoder().encode(JSON.stringify(parsed.data)).length;
		if (bytes <= limits.prompt.bytes) return { content: parsed.data };
		return failAt(
			1,
			1,
			`The prompt has ${bytes} bytes as JSON; the maximum is ${limits.prompt.bytes}.`,
		);
	}
	const schema = promptJsonSchema();
	const { issues: found, more } = findIssues(parsed.error);
	const issues = found.map((issue): PromptFileIssue => {
		const isUnknownKey = issue.message === unknownKey;
		const { line, col } = lines.linePos(locatePath(document, issue.path, isUnknownKey));
		const suggestion = suggestWord(schema, value, issue);
		return {
			line,
			column: col,
			path: issue.path,
			message: suggestion === undefined ? describeIssue(promptSchema, value, issue) : issue.message,
			...(suggestion !== undefined && { suggestion }),
		};
	});
	return { issues: issues.sort((a, b) => a.line - b.line || a.column - b.column), more };
}

function findSyntaxIssue(
	document: Document.Parsed,
	text: string,
	name: string,
	lines: LineCounter,
): PromptFileIssue | undefined {
	const problem = document.errors[0] ?? document.warnings[0];
	if (problem) {
		const { line, col } = lines.linePos(problem.pos[0]);
		return { line, column: col, path: [], message: inOneSentence(problem.message) };
	}
	if (!/\.json$/i.test(name)) return undefined;
	try {
		JSON.parse(text.replace(/^\ufeff/, ''));
		return undefined;
	} catch (error) {
		// YAML accepts trailing commas and comments. Only the engine's message contains the position where they break JSON.
		const message = (error as Error).message;
		const offset = /at position (\d+)/.exec(message)?.[1];
		const { line, col } = offset ? lines.linePos(Number(offset)) : { line: 1, col: 1 };
		return { line, column: col, path: [], message: `This is not JSON: ${inOneSentence(message)}` };
	}
}

function inOneSentence(message: string): string {
	if (message.startsWith('Maximum call stack')) return tooDeep;
	const first = message.split('\n')[0]!.trim();
	return /[.!?]$/.test(first) ? first : `${first}.`;
}

function failAt(line: number, column: number, message: string): ParsedPromptFile {
	return { issues: [{ line, column, path: [], message }], more: 0 };
}

function dropSchemaAddress(value: unknown): unknown {
	if (!isObject(value) || typeof value['$schema'] !== 'string') return value;
	const { $schema: _, ...content } = value;
	return content;
}
