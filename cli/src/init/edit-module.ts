import { findLastInit } from './find-init.ts';
import { writeImport, writeInit } from './init-call.ts';
import type { InitOptions } from './init-call.ts';
import { findSdkUse, listNames, parseModule } from './parse-module.ts';
import type { Module } from './parse-module.ts';
import { findEol, findIndent, plainStyle, splice } from './source-text.ts';
import type { TextStyle } from './source-text.ts';
import { Unplanned } from './unplanned.ts';

/**
 * Imports and starts the SDK in a module: after its imports, or after the initialization of other libraries (such as
 * `Sentry.init`, which has to come first), and before its other code. Returns the text unchanged when it already
 * starts the SDK; throws `Unplanned` when it does not parse.
 */
export function addInit(text: string, path: string, options: InitOptions): string {
	const module = parseModule(text, path);
	const use = findSdkUse(module);
	if (use.initializes) return text;
	if (use.imports) {
		throw new Unplanned(`${path} imports the SDK, but no call of init was found in it.`);
	}
	const style = findStyle(text, module);
	const local = freeName(module);
	const statements = [writeImport(style, local)];
	const init = writeInit(options, style, local);
	const after = findLastInit(module);
	const edited = after
		? insertSeparately(text, module, style, statements, init, endOfLine(text, module, after))
		: insertAfterImports(text, module, style, statements, init);
	if (!findSdkUse(parseModule(edited, path)).initializes)
		throw new Unplanned(`${path} could not be edited safely.`);
	return edited;
}

// Inserts the import after the other imports, and the call at `at`.
function insertSeparately(
	text: string,
	module: Module,
	{ eol }: TextStyle,
	imports: string[],
	statement: string,
	at: number,
): string {
	const place = findPlace(text, module);
	const opens = (offset: number) => (offset > 0 && text[offset - 1] !== '\n' ? eol : '');
	const rest = text.slice(at);
	const gap = rest.trimStart() === '' || startsWithEmptyLine(rest) ? '' : eol;
	// After the last import, unless an empty line already separates the code from it.
	const separator = place.hasImports || startsWithEmptyLine(text.slice(place.at)) ? '' : eol;
	return splice(text, [
		{ at: place.at, text: `${opens(place.at)}${imports.join(eol)}${eol}${separator}` },
		{ at, text: `${opens(at)}${eol}${statement}${rest === '' && opens(at) ? '' : eol}${gap}` },
	]);
}

/** Inserts imports after the first imports of a module, and a statement after those. */
export function insertAfterImports(
	text: string,
	module: Module,
	{ eol }: TextStyle,
	imports: string[],
	statement?: string,
): string {
	const { at, hasImports } = findPlace(text, module);
	const before = text.slice(0, at);
	const after = text.slice(at);
	// The place may be within a line: after an import with code on the same line, or at an end without a line break.
	const opens = before !== '' && !before.endsWith('\n') ? eol : '';
	const apart = statement ? [...imports, '', statement] : imports;
	const rest = after.trimStart() === '' ? '' : startsWithEmptyLine(after) ? '' : eol;
	const gap = statement || !hasImports ? rest : '';
	const ends = opens && after === '' ? '' : eol;
	return splice(text, [{ at, text: `${opens}${apart.join(eol)}${ends}${gap}` }]);
}

function startsWithEmptyLine(text: string): boolean {
	return /^[\t ]*\r?\n/.test(text);
}

/** Detects the code style of a module. */
export function findStyle(text: string, module: Module): TextStyle {
	const { body } = module.program;
	const quotes = (module.tokens ?? [])
		.filter(({ type }: { type: { label?: string } }) => type.label === 'string')
		.map(({ start }: { start: number }) => text[start]);
	const ends = body
		.filter(({ type }) => /Import|Expression|Variable|ExportAll/.test(type))
		.map(({ end }) => text[(end ?? 0) - 1] === ';');
	const single = quotes.filter((quote: string | undefined) => quote === "'").length;
	const double = quotes.filter((quote: string | undefined) => quote === '"').length;
	return {
		eol: findEol(text),
		quote: double > single ? '"' : "'",
		semicolon: ends.length === 0 || ends.filter(Boolean).length * 2 >= ends.length,
		indent: text.includes('\n') ? findIndent(text) : plainStyle.indent,
	};
}

type Place = { at: number; hasImports: boolean };

function findPlace(text: string, module: Module): Place {
	const { body, directives, interpreter } = module.program;
	const firstOther = body.findIndex(({ type }) => type !== 'ImportDeclaration');
	const imports = firstOther === -1 ? body : body.slice(0, firstOther);
	const last = imports.at(-1) ?? directives.at(-1);
	if (last) return { at: endOfLine(text, module, last.end!), hasImports: imports.length > 0 };
	const from = interpreter ? endOfLine(text, module, interpreter.end!) : 0;
	return { at: skipHeader(text, module, from), hasImports: false };
}

// The offset after the line and after a comment that starts on it, or `end` when other code follows on the line.
function endOfLine(text: string, module: Module, end: number): number {
	let at = end;
	for (;;) {
		const gap = /^[\t ]*/.exec(text.slice(at))![0].length;
		const comment = (module.comments ?? []).find(({ start }) => start === at + gap);
		if (!comment) break;
		at = comment.end!;
	}
	const rest = /^[\t ]*(\r?\n|$)/.exec(text.slice(at));
	return rest ? at + rest[0].length : end;
}

// Header comments, which an empty line separates from the code, stay above; other comments belong to the code.
function skipHeader(text: string, module: Module, from: number): number {
	const code = module.program.body[0]?.start ?? text.length;
	let place = from;
	for (const { start, end } of module.comments ?? []) {
		if (start! < from || end! > code) continue;
		const separated = /^[\t ]*\r?\n[\t ]*\r?\n/.exec(text.slice(end!));
		if (separated) place = end! + separated[0].length;
	}
	return place;
}

function freeName(module: Module): string {
	const taken = listNames(module);
	const names = ['Feedback', 'FeedbackSdk', 'FeedbackPrompts'];
	const free = names.find((name) => !taken.has(name));
	if (!free) throw new Unplanned('All possible names for the SDK are already used in this file.');
	return free;
}
