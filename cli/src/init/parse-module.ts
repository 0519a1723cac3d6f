import { parse } from '@babel/parser';
import type { ParseResult, ParserPlugin } from '@babel/parser';
import { product } from '@feedback/contract';

import { Unplanned } from './unplanned.ts';

export type Module = ParseResult;

/** Parses a JavaScript or TypeScript module, depending on its extension; throws `Unplanned` when that fails. */
export function parseModule(text: string, path: string): Module {
	try {
		return parse(text, { sourceType: 'module', plugins: pluginsOf(path), tokens: true });
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new Unplanned(`${path} does not parse (${reason}).`);
	}
}

function pluginsOf(path: string): ParserPlugin[] {
	const decorators: ParserPlugin = 'decorators-legacy';
	if (/\.[cm]?ts$/.test(path)) return ['typescript', decorators];
	if (path.endsWith('.tsx')) return ['typescript', 'jsx', decorators];
	return ['jsx', decorators];
}

/** Whether a module imports and initializes the SDK. */
export type SdkUse = { imports: boolean; initializes: boolean };

/** Whether a module imports the SDK, and whether it calls `init`. */
export function findSdkUse(module: Module): SdkUse {
	const locals = new Set<string>();
	let imports = false;
	for (const statement of module.program.body) {
		if (statement.type !== 'ImportDeclaration' || !isSdk(statement.source.value)) continue;
		imports = true;
		for (const { local } of statement.specifiers) locals.add(local.name);
	}
	const tokens = (module.tokens ?? []) as Token[];
	const initializes = tokens.some(
		({ value }, at) =>
			locals.has(String(value)) &&
			isPunctuator(tokens[at + 1], '.') &&
			tokens[at + 2]?.value === 'init' &&
			isPunctuator(tokens[at + 3], '('),
	);
	return { imports, initializes };
}

type Token = { type: { label?: string }; value?: unknown };

function isPunctuator(token: Token | undefined, label: string): boolean {
	return token?.type.label === label;
}

/** All names that occur in a module. */
export function listNames(module: Module): Set<string> {
	const tokens = (module.tokens ?? []) as Token[];
	return new Set(
		tokens.map(({ value }) => value).filter((value): value is string => typeof value === 'string'),
	);
}

function isSdk(specifier: string): boolean {
	return specifier === product.sdkPackage || specifier.startsWith(`${product.sdkPackage}/`);
}
