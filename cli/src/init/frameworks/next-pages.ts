import { findFile, hasFolder, rangeOf, readSource, usesTypeScript, withEndings } from '../app.ts';
import { addInit } from '../edit-module.ts';
import type { Framework } from '../framework.ts';
import { writeImport, writeInit } from '../init-call.ts';
import type { InitOptions } from '../init-call.ts';
import { styleOf } from '../new-module.ts';
import type { TextStyle } from '../source-text.ts';

/** Next.js before 15.3 with the Pages router: the module of the App component, which every page loads. */
export const nextPages: Framework = {
	id: 'next-pages',
	name: 'Pages router of Next.js',
	guide: 'install/nextjs',
	package: 'next',
	matches: (app) =>
		rangeOf(app, 'next') !== undefined && (hasFolder(app, 'pages') || hasFolder(app, 'src/pages')),
	plan(app, options) {
		const folder = hasFolder(app, 'src/pages') ? 'src/pages' : 'pages';
		const existing = findFile(app, withEndings(`${folder}/_app`));
		if (existing) {
			const text = addInit(readSource(app, existing), existing, options);
			return { files: [{ path: existing, text }] };
		}
		const typed = usesTypeScript(app);
		const style = styleOf(app, [...withEndings(`${folder}/index`), ...withEndings('next.config')]);
		const path = `${folder}/_app.${typed ? 'tsx' : 'jsx'}`;
		return { files: [{ path, text: writeApp(options, style, typed) }] };
	},
	places: {
		identify: 'in pages/_app or a component that knows the signed-in user, within useEffect',
		reset: 'in the handler of your sign-out button',
	},
};

function writeApp(options: InitOptions, style: TextStyle, typed: boolean): string {
	const { eol, quote, semicolon, indent } = style;
	const end = semicolon ? ';' : '';
	return [
		...(typed ? [`import type { AppProps } from ${quote}next/app${quote}${end}`] : []),
		writeImport(style),
		'',
		writeInit(options, style),
		'',
		`export default function App({ Component, pageProps }${typed ? ': AppProps' : ''}) {`,
		`${indent}return <Component {...pageProps} />${end}`,
		'}',
		'',
	].join(eol);
}
