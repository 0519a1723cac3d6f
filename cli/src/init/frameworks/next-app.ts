import { findFile, rangeOf, readSource, usesTypeScript, withEndings } from '../app.ts';
import { addToBody } from '../edit-layout.ts';
import type { Framework } from '../framework.ts';
import { writeImport, writeInit } from '../init-call.ts';
import { styleOf } from '../new-module.ts';
import { parseModule } from '../parse-module.ts';
import type { InitOptions } from '../init-call.ts';
import type { TextStyle } from '../source-text.ts';
import { Unplanned } from '../unplanned.ts';
import { inClientComponents } from '../places.ts';

const layouts = [...withEndings('src/app/layout'), ...withEndings('app/layout')];

/** Next.js before 15.3 with the App router: a client component in the root layout. */
export const nextApp: Framework = {
	id: 'next-app',
	name: 'App router of Next.js',
	guide: 'install/nextjs',
	package: 'next',
	matches: (app) => rangeOf(app, 'next') !== undefined && findFile(app, layouts) !== undefined,
	plan(app, options) {
		const layout = findFile(app, layouts)!;
		const folder = layout.slice(0, layout.lastIndexOf('/') + 1);
		const path = `${folder}feedback.${usesTypeScript(app) ? 'tsx' : 'jsx'}`;
		const text = writeComponent(options, styleOf(app, [layout]));
		const taken = findFile(app, withEndings(`${folder}feedback`));
		if (taken && (taken !== path || readSource(app, taken) !== text)) {
			throw new Unplanned(`${taken} already exists, and is something else.`);
		}
		parseModule(text, path);
		const edited = addToBody(readSource(app, layout), layout, 'FeedbackScript', './feedback');
		return {
			files: [
				{ path, text },
				{ path: layout, text: edited },
			],
		};
	},
	places: inClientComponents,
};

function writeComponent(options: InitOptions, style: TextStyle): string {
	const { eol, quote, semicolon, indent } = style;
	const end = semicolon ? ';' : '';
	const call = writeInit(options, style)
		.split(eol)
		.map((line) => `${indent}${indent}${line}`);
	return [
		`${quote}use client${quote}${end}`,
		'',
		`import { useEffect } from ${quote}react${quote}${end}`,
		writeImport(style),
		'',
		'export function FeedbackScript() {',
		`${indent}useEffect(() => {`,
		...call,
		`${indent}}, [])${end}`,
		`${indent}return null${end}`,
		'}',
		'',
	].join(eol);
}
