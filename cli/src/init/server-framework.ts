import { basename, dirname, relative, sep } from 'node:path';

import { findFile, readSource } from './app.ts';
import type { App } from './app.ts';
import { addToHead, appendLines, findHeadEnd, findNonce, writeTags } from './edit-template.ts';
import type { TemplateLanguage } from './edit-template.ts';
import type { Framework } from './framework.ts';
import type { InitOptions } from './init-call.ts';
import { listFiles } from './list-files.ts';
import { Unplanned } from './unplanned.ts';

type ServerFramework = {
	id: string;
	name: string;
	guide: string;
	matches(app: App): boolean;
	versionOf(app: App): string | undefined;
	language: TemplateLanguage;
	/** Whether a file, given by its path, may be the layout of pages. */
	isLayout(path: string): boolean;
	/** Endings of the layouts' paths, the one of most pages first. */
	main: readonly string[];
	/** A template that ends every head, without a `</head>`. */
	headPart?: string;
	/** The attribute with the nonce of the page's policy, unless the layout's own scripts have one. */
	nonce?(app: App, layout: string): string | undefined;
	/** The file with the app's Content Security Policy, if it has one. */
	policyIn?(app: App): string | undefined;
	/** The opening tag of the body, with the account of who is signed in. */
	account: string;
	/** Where the account is known, as an instruction. */
	identify: string;
};

// A block, because the script may run again on the same page.
const identifyScript = `  <script>
    {
      const { account } = document.body.dataset;
      if (account) Feedback.identify(account);
    }
  </script>`;

/** A framework whose server writes the pages: the script tags go into the layout that pages share. */
export function serverFramework(options: ServerFramework): Framework {
	const { id, name, guide, matches, versionOf, language, main, headPart } = options;
	const writeFor = (app: App, init: InitOptions, layout: string) => {
		const nonce = findNonce(layout) ?? options.nonce?.(app, layout);
		return writeTags({ ...init, nonce }, language, layout);
	};
	return {
		id,
		name,
		guide,
		matches,
		versionOf,
		plan(app, init) {
			const layouts = listLayouts(app, options);
			const part = headPart !== undefined && findFile(app, [headPart]);
			if (part) {
				const text = readSource(app, part);
				const edited = appendLines(text, writeFor(app, init, text));
				return { files: [{ path: part, text: edited }], byScript: true, notes: notesOf(app, init) };
			}
			const path = chooseLayout(layouts, main);
			if (path === undefined) throw new Unplanned(describeLayouts(options, layouts));
			const text = readSource(app, path);
			const edited = addToHead(text, path, writeFor(app, init, text), language);
			const others = layouts.filter(
				(other) => other !== path && !readSource(app, other).includes('/sdk/feedback.js'),
			);
			return {
				files: [{ path, text: edited }],
				byScript: true,
				notes: [
					...(others.length > 0
						? [
								`Only ${path} was changed. Other layouts need the same two tags: ${others.join(', ')}.`,
							]
						: []),
					...notesOf(app, init),
				],
			};
		},
		byHand: (app, init) => ({
			place: `Put this into the layout that all pages share, before </head> (such as ${main[0]!})`,
			code: writeFor(app, init, '').join('\n'),
			byScript: true,
		}),
		places: {
			identify: options.identify,
			call: `${options.account}\n${identifyScript}`,
			reset: 'in a script of the page, when the sign-out form is submitted',
		},
	};

	function notesOf(app: App, { apiUrl }: InitOptions): string[] {
		const file = options.policyIn?.(app);
		if (file === undefined || readSource(app, file).includes(new URL(apiUrl).origin)) return [];
		return [
			`${file} sets a Content Security Policy: it has to allow ${new URL(apiUrl).origin} in script-src and connect-src.`,
		];
	}
}

function listLayouts(app: App, { isLayout, language, main }: ServerFramework): string[] {
	const found = [...listFiles(app.root)]
		.map((path) => relative(app.root, path).split(sep).join('/'))
		.filter((path) => isLayout(path));
	// A main layout may be a symbolic link, which the list does not have.
	const known = main.filter((path) => findFile(app, [path]) !== undefined);
	return [...new Set([...known, ...found])].filter(
		(path) => findHeadEnd(readSource(app, path), language) !== undefined,
	);
}

/** The only layout, or the only one with the first of the known endings that any has. */
function chooseLayout(layouts: readonly string[], main: readonly string[]): string | undefined {
	if (layouts.length === 1) return layouts[0];
	for (const ending of main) {
		const found = layouts.filter((path) => path === ending || path.endsWith(`/${ending}`));
		const [first, second] = found.toSorted((a, b) => depthOf(a) - depthOf(b));
		if (first && (!second || depthOf(second) > depthOf(first))) return first;
		if (first) return undefined;
	}
	return undefined;
}

const depthOf = (path: string) => dirname(path).split('/').length;

function describeLayouts({ name, main }: ServerFramework, layouts: readonly string[]): string {
	return layouts.length === 0
		? `This app uses ${name}, and no layout with a </head>, such as ${main[0]!}, was found.`
		: `This app has several layouts, and none is ${main.map((path) => basename(path)).join(' or ')}: ${layouts.join(', ')}.`;
}
