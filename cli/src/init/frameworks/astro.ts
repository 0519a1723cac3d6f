import { basename, relative, sep } from 'node:path';

import { rangeOf, readSource } from '../app.ts';
import type { App } from '../app.ts';
import { addToHead, appendLines, maskTemplate } from '../edit-template.ts';
import type { TemplateLanguage } from '../edit-template.ts';
import type { FileChange, Framework } from '../framework.ts';
import { writeImport, writeInit } from '../init-call.ts';
import type { InitOptions } from '../init-call.ts';
import { listFiles } from '../list-files.ts';
import { findIndent, plainStyle } from '../source-text.ts';
import { Unplanned } from '../unplanned.ts';

const astroFile: TemplateLanguage = {
	hidden: [/^\s*---[\s\S]*?\n---/, /\{\s*\/\*[\s\S]*?\*\/\s*\}/],
	opens: /$^/,
};

/** Astro: a script in the layout of all pages, or in the component with their `<head>`. */
export const astro: Framework = {
	id: 'astro',
	name: 'Astro',
	guide: 'install/astro',
	package: 'astro',
	matches: (app) => rangeOf(app, 'astro') !== undefined,
	plan: (app, options) => ({ files: [planScript(app, options)] }),
	byHand: (_, options) => ({
		place:
			'Put this script at the end of the layout that all pages share (such as src/layouts/Layout.astro)',
		code: writeScript(options, '').join('\n'),
	}),
	places: {
		identify: 'where your app learns who is signed in, in code that runs in the browser',
		reset: 'in the script that signs out',
	},
};

function planScript(app: App, options: InitOptions): FileChange {
	const files = [...listFiles(app.root)]
		.map((path) => relative(app.root, path).split(sep).join('/'))
		.filter((path) => path.startsWith('src/') && path.endsWith('.astro'))
		.map((path) => ({ path, text: readSource(app, path) }));
	const documents = files.filter(({ text }) => /<html[\s>]/i.test(maskTemplate(text, astroFile)));
	if (documents.length === 0) {
		throw new Unplanned('No layout of this Astro site has an <html>: another package writes it.');
	}
	const [first] = documents;
	if (documents.length === 1) {
		const { path, text } = first!;
		return { path, text: addToHead(text, path, writeScript(options, text), astroFile) };
	}
	const heads = files.filter(
		(file) => !documents.includes(file) && documents.every(({ text }) => uses(text, file.path)),
	);
	const shared = heads.filter(({ text }) => /<meta\s/i.test(maskTemplate(text, astroFile)));
	if (shared.length !== 1) {
		const paths = documents.map(({ path }) => path).join(', ');
		throw new Unplanned(`Several layouts of this Astro site have an <html>: ${paths}.`);
	}
	const { path, text } = shared[0]!;
	return { path, text: appendLines(text, ['', ...writeScript(options, text)]) };
}

function uses(text: string, path: string): boolean {
	return maskTemplate(text, astroFile).includes(`<${basename(path, '.astro')} `);
}

function writeScript(options: InitOptions, text: string): string[] {
	const indent = findIndent(text);
	const style = { ...plainStyle, indent, eol: '\n' as const };
	const code = [writeImport(style), '', ...writeInit(options, style).split('\n')];
	return ['<script>', ...code.map((line) => (line === '' ? '' : `${indent}${line}`)), '</script>'];
}
