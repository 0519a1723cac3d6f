import { findFile, rangeOf, readSource, usesTypeScript, withEndings } from '../app.ts';
import type { App } from '../app.ts';
import { addToBody } from '../edit-layout.ts';
import type { Framework } from '../framework.ts';
import { writeImport, writeInit } from '../init-call.ts';
import type { InitOptions } from '../init-call.ts';
import { styleOf } from '../new-module.ts';
import { parseModule } from '../parse-module.ts';
import { plainStyle } from '../source-text.ts';
import type { TextStyle } from '../source-text.ts';
import { Unplanned } from '../unplanned.ts';

const roots = withEndings('src/root');
const packages = {
	'@builder.io/qwik-city': '@builder.io/qwik',
	'@qwik.dev/router': '@qwik.dev/core',
};
const packageOf = (app: App) =>
	Object.keys(packages).find((name) => rangeOf(app, name) !== undefined);

/** Qwik City: a component in the root, since no module of a Qwik app runs in the browser at first. */
export const qwik: Framework = {
	id: 'qwik',
	name: 'Qwik',
	guide: 'install/qwik',
	packageOf,
	matches: (app) => packageOf(app) !== undefined,
	plan(app, options) {
		const root = findFile(app, roots);
		if (!root) throw new Unplanned(`This app uses Qwik, and none of ${roots.join(', ')} exists.`);
		const path = `src/feedback.${usesTypeScript(app) ? 'tsx' : 'jsx'}`;
		const taken = findFile(app, withEndings('src/feedback'));
		if (taken) throw new Unplanned(`${taken} already exists, and is something else.`);
		const text = writeComponent(app, options, styleOf(app, [root]));
		parseModule(text, path);
		const edited = addToBody(readSource(app, root), root, 'FeedbackScript', './feedback');
		return {
			files: [
				{ path, text },
				{ path: root, text: edited },
			],
		};
	},
	byHand: (app, options) => ({
		place:
			'Create src/feedback.tsx, and put <FeedbackScript /> first into the <body> of src/root.tsx',
		code: writeComponent(app, options, plainStyle).trimEnd(),
	}),
	places: {
		identify: 'where your app learns who is signed in, within useVisibleTask$',
		reset: 'in the handler of your sign-out button, within $',
	},
};

function writeComponent(app: App, options: InitOptions, style: TextStyle): string {
	const { eol, quote, semicolon, indent } = style;
	const end = semicolon ? ';' : '';
	const core = packages[(packageOf(app) ?? '@builder.io/qwik-city') as keyof typeof packages];
	const call = writeInit(options, style)
		.split(eol)
		.map((line) => `${indent}${indent}${indent}${line}`);
	return [
		`import { component$, useVisibleTask$ } from ${quote}${core}${quote}${end}`,
		writeImport(style),
		'',
		'export const FeedbackScript = component$(() => {',
		`${indent}// Runs as soon as the page is there, before anything is clicked.`,
		`${indent}useVisibleTask$(`,
		`${indent}${indent}() => {`,
		...call,
		`${indent}${indent}},`,
		`${indent}${indent}{ strategy: ${quote}document-ready${quote} },`,
		`${indent})${end}`,
		`${indent}return null${end}`,
		`})${end}`,
		'',
	].join(eol);
}
