import { findLastInit } from './find-init.ts';
import { writeImport, writeInit } from './init-call.ts';
import type { InitOptions } from './init-call.ts';
import { findSdkUse, listNames, parseModule } from './parse-module.ts';
import type { Module } from './parse-module.ts';
import { findEol, findIndent, plainStyle, splice } from './source-text.ts';
import type { TextStyle } from './source-text.ts';
import { Unplanned } from './unplanned.ts';

/**
 * A module with the SDK imported and started behind its first imports, or behind what these imports were
 * initialized with (such as `Sentry.init`, which has to come first): before anything else of it runs. Unchanged when it starts the SDK already; `Unplanned` when it does not parse.
 */
export function addInit(text: string, path: string, options: InitOptions): string {
	const module = parseModule(text, path);
	const use = findSdkUse(module);
	if (use.initializes) return text;
	if (use.imports) {
		throw new Unplanned(`${path} imports the SDK, but does not call init where it can be seen.`);
	}
	const style = findStyle(text, module);
	const local = freeName(module);
	const statements = [writeImport(style, local)];
	const init = writeInit(options, style, local);
	const after = findLastInit(module);
	const edited = after
		? insertApart(text, module, style, statements, init, endOfLine(text, module, after))
		: insertAfterImports(text, module, style, statements, init);
	const again = findSdkUse(parseModule(edited, path));
	if (!again.initializes) throw new Unplanned(`${path} could not be edited safely.`);
	return edited;
}

// The import goes to the others, the call behind what is there at `at`.
function insertApart(
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
	// Directly behind the last import, which an empty line may part from the code already.
	const parted = place.hasImports || startsWithEmptyLine(text.slice(place.at)) ? '' : eol;
	return splice(text, [
		{ at: place.at, text: `${opens(place.at)}${imports.join(eol)}${eol}${parted}` },
		{ at, text: `${opens(at)}${eol}${statement}${rest === '' && opens(at) ? '' : eol}${gap}` },
	]);
}

/** Puts imports behind the first imports of a module, and a statement behind those. */
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
	// Within a line: behind an import that shares its line with other code, or at an end without a line end.
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

/** How a module is written. */
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

// Behind the line end, and behind a comment that begins on the line; where other code follows, right there.
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

// Comments at the top that an empty line parts from the code are about the file; others are about the code.
function skipHeader(text: string, module: Module, from: number): number {
	const code = module.program.body[0]?.start ?? text.length;
	let place = from;
	for (const { start, end } of module.comments ?? []) {
		if (start! < from || end! > code) continue;
		const parted = /^[\t ]*\r?\n[\t ]*\r?\n/.exec(text.slice(end!));
		if (parted) place = end! + parted[0].length;
	}
	return place;
}

function freeName(module: Module): string {
	const taken = listNames(module);
	const names = ['Feedback', 'FeedbackSdk', 'FeedbackPrompts'];
	const free = names.find((name) => !taken.has(name));
	if (!free) throw new Unplanned('The names for the SDK are all taken in this file.');
	return free;
}
