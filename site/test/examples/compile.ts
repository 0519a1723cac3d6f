import { fileURLToPath } from 'node:url';

import ts from 'typescript';

import type { Script } from './scripts-of.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const here = `${root}site/test/examples/`;

const options: ts.CompilerOptions = {
	strict: true,
	noEmit: true,
	allowJs: true,
	checkJs: true,
	target: ts.ScriptTarget.ES2023,
	module: ts.ModuleKind.ESNext,
	moduleResolution: ts.ModuleResolutionKind.Bundler,
	allowImportingTsExtensions: true,
	skipLibCheck: true,
	jsx: ts.JsxEmit.ReactJSX,
	types: [],
	lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
	// Use the sources, so that nothing has to be built first; the package's own tests check its build.
	paths: {
		'@feedback/sdk': [`${root}sdk/src/index.ts`],
		'@feedback/sdk/headless': [`${root}sdk/src/headless.ts`],
		'@feedback/sdk/preview': [`${root}sdk/src/preview.ts`],
		'@feedback/sdk/server': [`${root}sdk/src/server.ts`],
		'@feedback/client': [`${root}client/src/mod.ts`],
	},
};

// Global of the SDK's script tag; for JavaScript only, because otherwise a missing import in a TypeScript example would
// go unnoticed.
const globals = "declare const Feedback: import('@feedback/sdk').FeedbackSdk;";

/**
 * Returns the compiler's messages about scripts of the docs, each with the place of its example.
 *
 * @param beside a folder whose packages are also resolved
 */
export function compileScripts(scripts: Script[], beside = here): string[] {
	const typed = scripts.filter(({ extension }) => extension !== 'js');
	const plain = scripts.filter(({ extension }) => extension === 'js');
	const loose = { ...options, strict: false };
	return [...compile(typed, options, '', beside), ...compile(plain, loose, globals, beside)];
}

function compile(
	scripts: Script[],
	chosen: ts.CompilerOptions,
	ambient: string,
	beside: string,
): string[] {
	if (scripts.length === 0) return [];
	const sources = new Map(
		scripts.map((script, index) => [`${here}example-${index}.${script.extension}`, script]),
	);
	const given = `${here}given.d.ts`;
	const host = ts.createCompilerHost(chosen);
	const { readFile, fileExists } = host;
	// Awaiting at the top of a file needs a module.
	const text = (name: string) => {
		const script = sources.get(name);
		if (script) return `${script.code}\nexport {};\n`;
		return name === given ? ambient : readFile(name);
	};
	host.fileExists = (name) => sources.has(name) || name === given || fileExists(name);
	host.readFile = text;
	host.getSourceFile = (name, target) => {
		const source = text(name);
		return source === undefined ? undefined : ts.createSourceFile(name, source, target);
	};
	host.resolveModuleNameLiterals = (literals, from) =>
		literals.map(({ text: name }) => {
			if (sources.has(from) && name.startsWith('.')) {
				const resolvedFileName = `${here}own-module.d.ts`;
				return { resolvedModule: { resolvedFileName, extension: ts.Extension.Dts } };
			}
			const found = ts.resolveModuleName(name, from, chosen, host);
			if (found.resolvedModule || !sources.has(from)) return found;
			return ts.resolveModuleName(name, `${beside}/example.ts`, chosen, host);
		});
	const names = [
		...sources.keys(),
		given,
		`${here}framework-names.d.ts`,
		`${root}sdk/src/build-constants.d.ts`,
	];
	const program = ts.createProgram(names, chosen, host);
	// Check only the examples: the code that they import is checked elsewhere.
	const ofExamples = [...sources.keys()].flatMap((name) => {
		const source = program.getSourceFile(name)!;
		return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
	});
	return [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics(), ...ofExamples].map(
		({ file, start, messageText }) => {
			const place = file ? sources.get(file.fileName)!.place : '';
			const line = file && start !== undefined ? file.text.slice(0, start).split('\n').length : 0;
			return `${place}, line ${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
		},
	);
}
