import { LineCounter, parseDocument } from 'yaml';
import type { Document } from 'yaml';

import { listFaults, unknownKey } from '../faults.ts';
import { sayFault } from '../known-keys.ts';
import { limits } from '../limits.ts';
import { promptSchema } from '../prompt.ts';
import type { Prompt } from '../prompt.ts';
import { promptJsonSchema } from './json-schema.ts';
import { locatePath } from './locate.ts';
import { isObject } from './schema-branches.ts';
import { suggestWord } from './suggestion.ts';

/** One thing that is wrong with a prompt file, and where; lines and columns count from 1. */
export type PromptFileFault = {
	line: number;
	column: number;
	path: (string | number)[];
	/** What is wrong and what would be right: `must be one of is, is_not`. */
	message: string;
	/** The word that was probably meant. */
	suggestion?: string;
};

export type ParsedPromptFile = { content: Prompt } | { faults: PromptFileFault[] };

/** Comments and indentation may make a file larger than the prompt in it, but not without end. */
const longestFile = limits.prompt.bytes * 4;
const tooDeep = 'The file is nested too deeply.';

/**
 * Reads a prompt file, YAML or JSON. A name that ends in `.json` asks for strict JSON. A `$schema` at the
 * top is for editors and left out of the prompt.
 *
 * @example
 * parsePromptFile('survey_id: ease\nname: Ease\nquestons: []\n', 'ease.yaml');
 * // { faults: [{ line: 3, column: 1, path: ['questons'], message: 'is not known here', suggestion: 'questions' }, …] }
 */
export function parsePromptFile(text: string, name: string): ParsedPromptFile {
	if (text.length > longestFile) {
		return faultAt(1, 1, `The file has more than ${longestFile} characters.`);
	}
	if (text.trim() === '') return faultAt(1, 1, 'The file is empty.');
	const lines = new LineCounter();
	let document: Document.Parsed;
	let value: unknown;
	try {
		document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
		const broken = findSyntaxFault(document, text, name, lines);
		if (broken) return { faults: [broken] };
		value = document.toJS();
	} catch (error) {
		if (error instanceof RangeError) return faultAt(1, 1, tooDeep);
		// The parser throws for aliases: too many of them, or one of an anchor that is not there.
		return faultAt(1, 1, (error as Error).message);
	}
	return checkContent(document, dropSchemaAddress(value), lines);
}

function checkContent(document: Document, value: unknown, lines: LineCounter): ParsedPromptFile {
	const parsed = promptSchema.safeParse(value, { reportInput: true });
	if (parsed.success) {
		const bytes = new TextEncoder().encode(JSON.stringify(parsed.data)).length;
		if (bytes <= limits.prompt.bytes) return { content: parsed.data };
		return faultAt(1, 1, `The prompt has ${bytes} bytes as JSON, at most ${limits.prompt.bytes}.`);
	}
	const schema = promptJsonSchema();
	const faults = listFaults(parsed.error).map((fault): PromptFileFault => {
		const ofKey = fault.message === unknownKey;
		const { line, col } = lines.linePos(locatePath(document, fault.path, ofKey));
		const suggestion = suggestWord(schema, value, fault);
		return {
			line,
			column: col,
			path: fault.path,
			message: suggestion === undefined ? sayFault(promptSchema, value, fault) : fault.message,
			...(suggestion !== undefined && { suggestion }),
		};
	});
	return { faults: faults.sort((a, b) => a.line - b.line || a.column - b.column) };
}

function findSyntaxFault(
	document: Document.Parsed,
	text: string,
	name: string,
	lines: LineCounter,
): PromptFileFault | undefined {
	const fault = document.errors[0] ?? document.warnings[0];
	if (fault) {
		const { line, col } = lines.linePos(fault.pos[0]);
		return { line, column: col, path: [], message: inOneSentence(fault.message) };
	}
	if (!/\.json$/i.test(name)) return undefined;
	try {
		JSON.parse(text.replace(/^\ufeff/, ''));
		return undefined;
	} catch (error) {
		// YAML forgives a comma too many or a comment; only the engine's words tell where JSON does not.
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

function faultAt(line: number, column: number, message: string): ParsedPromptFile {
	return { faults: [{ line, column, path: [], message }] };
}

function dropSchemaAddress(value: unknown): unknown {
	if (!isObject(value) || typeof value['$schema'] !== 'string') return value;
	const { $schema: _, ...content } = value;
	return content;
}
