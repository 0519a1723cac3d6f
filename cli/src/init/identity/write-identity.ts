import { writeImport } from '../init-call.ts';
import type { TextStyle } from '../source-text.ts';
import type { SignIn } from './sign-ins.ts';

export const component = 'FeedbackIdentity';
export const moduleName = 'feedback-identity';

type Options = {
	style: TextStyle;
	typed: boolean;
	/** A component that only browsers may render has to say so. */
	isClient: boolean;
	/** The module that exports the provider and its hook. */
	from: string;
};

/** The function that tells the SDK who is signed in. */
function writeFollow(typed: boolean, exported: boolean): string[] {
	const parameter = typed ? 'account: string | null' : 'account';
	return [
		"const mark = 'feedback-signed-in';",
		'',
		`${exported ? 'export ' : ''}function follow(${parameter})${typed ? ': void' : ''} {`,
		"\tif (typeof document === 'undefined') return;",
		'\tif (account !== null) {',
		'\t\tFeedback.identify(account);',
		"\t\tlocalStorage.setItem(mark, 'true');",
		'\t} else if (localStorage.getItem(mark)) {',
		'\t\t// Signing out may load another page, so the mark is kept in storage.',
		'\t\tlocalStorage.removeItem(mark);',
		'\t\tFeedback.reset();',
		'\t}',
		'}',
	];
}

/** A module with the function `follow`. */
export function writeFollowModule({ style, typed }: Pick<Options, 'style' | 'typed'>): string {
	return inStyle([importOf(style), '', ...writeFollow(typed, true), ''], style);
}

/** A component that follows who is signed in, by the hook of a library for React. */
export function writeComponent(
	{ hook, takes, isKnown, account }: NonNullable<SignIn['provider']>,
	{ style, typed, isClient, from }: Options,
): string {
	const value = typed ? account : account.replace(/\((\S+) as [^)]*\)/, '$1');
	return inStyle(
		[
			...(isClient ? ["'use client';", ''] : []),
			"import { useEffect } from 'react';",
			`import { ${hook} } from '${from}';`,
			importOf(style),
			'',
			...writeFollow(typed, false),
			'',
			`export function ${component}() {`,
			`\tconst ${takes} = ${hook}();`,
			`\tconst isKnown = ${isKnown};`,
			`\tconst account = ${value};`,
			'\tuseEffect(() => {',
			'\t\tif (isKnown) follow(account);',
			'\t}, [isKnown, account]);',
			'\treturn null;',
			'}',
			'',
		],
		style,
	);
}

const importOf = (style: TextStyle) => writeImport({ ...style, quote: "'", semicolon: true });

/** Lines of code, which are written with tabs, single quotes and semicolons, in another style. */
export function inStyle(lines: readonly string[], style: TextStyle): string {
	const { eol, quote, semicolon, indent } = style;
	return lines
		.map((line) => line.replace(/^\t+/, (tabs) => indent.repeat(tabs.length)))
		.map((line) => (semicolon ? line : line.replace(/;$/, '')))
		.map((line) => (/^\s*\/\//.test(line) ? line : line.replaceAll("'", quote)))
		.join(eol);
}
