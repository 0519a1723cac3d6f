import { posix, relative, sep } from 'node:path';

import { findFile, rangeOf, readSource, withEndings } from '../app.ts';
import type { App } from '../app.ts';
import { addFirstChild, findOpeningTags } from '../edit-layout.ts';
import { findStyle, insertAfterImports } from '../edit-module.ts';
import type { FileChange } from '../framework.ts';
import { listFiles } from '../list-files.ts';
import { parseModule } from '../parse-module.ts';
import type { Module } from '../parse-module.ts';
import { plainStyle } from '../source-text.ts';
import { Unplanned } from '../unplanned.ts';
import { findSignIn } from './sign-ins.ts';
import type { SignIn } from './sign-ins.ts';
import {
	component,
	inStyle,
	moduleName,
	writeComponent,
	writeFollowModule,
} from './write-identity.ts';

/** How an app can tell the SDK who is signed in. */
export type Identity = {
	id: string;
	name: string;
	/** The changes, with the whole text of each file; none when it is not clear where they belong. */
	files: FileChange[];
	/** The same for a person: what to do, and the code. */
	place: string;
	code: string;
	note: string | undefined;
};

type Source = { path: string; text: string; module: Module };

/**
 * Plans the calls of `identify` and `reset` on top of changes that are already planned; undefined when the app has no
 * known sign-in, or calls `identify` already.
 */
export function planIdentity(app: App, planned: readonly FileChange[]): Identity | undefined {
	const signIn = findSignIn(app);
	if (!signIn) return undefined;
	const sources = listSources(app, planned, signIn);
	if (sources === undefined) return undefined;
	try {
		const found = planProvider(app, signIn, sources) ?? planClient(app, signIn, sources);
		return found ?? byHand(app, signIn);
	} catch (error) {
		if (error instanceof Unplanned) return byHand(app, signIn);
		throw error;
	}
}

/** The modules that use the library; undefined when one of the app calls `identify`. */
function listSources(
	app: App,
	planned: readonly FileChange[],
	{ packages }: SignIn,
): Source[] | undefined {
	const found: Source[] = [];
	for (const full of listFiles(app.root)) {
		const path = relative(app.root, full).split(sep).join('/');
		if (!/\.([cm]?[jt]s|[jt]sx|vue|svelte|astro)$/.test(path) || /\.(test|spec|d)\./.test(path))
			continue;
		const text = planned.find((file) => file.path === path)?.text ?? readIfText(app, path);
		if (/Feedback\w*\s*\.identify\s*\(/.test(text)) return undefined;
		if (!packages.some((name) => text.includes(name))) continue;
		const module = parseIfModule(text, path);
		if (module) found.push({ path, text, module });
	}
	return found;
}

function readIfText(app: App, path: string): string {
	try {
		return readSource(app, path);
	} catch (error) {
		if (error instanceof Unplanned) return '';
		throw error;
	}
}

function parseIfModule(text: string, path: string): Module | undefined {
	if (/\.(vue|svelte|astro)$/.test(path)) return undefined;
	try {
		return parseModule(text, path);
	} catch (error) {
		if (error instanceof Unplanned) return undefined;
		throw error;
	}
}

/** A component within the provider of a library for React. */
function planProvider(app: App, signIn: SignIn, sources: readonly Source[]): Identity | undefined {
	const { provider } = signIn;
	if (!provider || rangeOf(app, 'react') === undefined) return undefined;
	const places = sources.flatMap((source) => {
		const from = findImport(source.module, provider.element);
		const tags = findOpeningTags(source.module, provider.element);
		const isOpen = tags.length === 1 && !tags[0]!.selfClosing;
		return from !== undefined && isOpen ? [{ ...source, from, at: tags[0]!.start }] : [];
	});
	const [place, other] = places;
	if (!place || other) return undefined;
	const { path, text, module, from, at } = place;
	const isTaken = findFile(app, withEndings(beside(path, moduleName))) !== undefined;
	if (isTaken) return undefined;
	const typed = path.endsWith('.tsx');
	const fresh = `${beside(path, moduleName)}.${typed ? 'tsx' : 'jsx'}`;
	const isClient = rangeOf(app, 'next') !== undefined;
	const code = writeComponent(adapted(app, provider), {
		style: findStyle(text, module),
		typed,
		isClient,
		from,
	});
	// Where the page is written within the provider, its body is the place.
	const bodies = findOpeningTags(module, 'body').filter(({ start }) => start > at);
	const element = bodies.length === 1 ? 'body' : provider.element;
	const edited = addFirstChild(text, path, { element, component, specifier: `./${moduleName}` });
	return {
		id: signIn.id,
		name: signIn.name,
		files: [
			{ path: fresh, text: code },
			{ path, text: edited },
		],
		place: `Create ${fresh}, and put <${component} /> into <${element}> of ${path}`,
		code: code.trimEnd(),
		note: signIn.note,
	};
}

// The hook of Auth0 for Next.js has another name.
function adapted(app: App, provider: NonNullable<SignIn['provider']>) {
	const isNext = rangeOf(app, '@auth0/nextjs-auth0') !== undefined;
	return provider.element === 'Auth0Provider' && isNext
		? { ...provider, hook: 'useUser' }
		: provider;
}

/** A call below the object of the library that reports changes. */
function planClient(app: App, signIn: SignIn, sources: readonly Source[]): Identity | undefined {
	const { client } = signIn;
	if (!client) return undefined;
	const pattern = new RegExp(`^${client.made}$`);
	const places = sources.flatMap((source) =>
		findConstants(source.module, pattern, client.from).map((name) => ({ ...source, name })),
	);
	const [place, other] = places;
	if (!place || other) return undefined;
	const { path, text, module, name } = place;
	if (findFile(app, withEndings(beside(path, moduleName)))) return undefined;
	const style = findStyle(text, module);
	const typed = /\.[cm]?tsx?$/.test(path);
	const fresh = `${beside(path, moduleName)}.${typed ? 'ts' : 'js'}`;
	const code = writeFollowModule({ style, typed });
	const listen = inStyle(client.listen(name), style);
	const ending = text === '' || text.endsWith('\n') ? '' : style.eol;
	const appended = `${text}${ending}${style.eol}${listen}${style.eol}`;
	const statement = inStyle([`import { follow } from './${moduleName}';`], style);
	const edited = insertAfterImports(appended, parseModule(appended, path), style, [statement]);
	parseModule(edited, path);
	return {
		id: signIn.id,
		name: signIn.name,
		files: [
			{ path: fresh, text: code },
			{ path, text: edited },
		],
		place: `Create ${fresh}, and call it at the end of ${path}: ${client.listen(name).join(' ').replaceAll('\t', '')}`,
		code: code.trimEnd(),
		note: signIn.note,
	};
}

function byHand(app: App, { id, name, client, note }: SignIn): Identity {
	const typed = findFile(app, ['tsconfig.json']) !== undefined;
	const call = client ? `\n\n${inStyle(client.listen('client'), plainStyle)}` : '';
	return {
		id,
		name,
		files: [],
		place: `Call "follow" where ${name} tells the browser who is signed in: with the ID of the user, or null for nobody`,
		code: writeFollowModule({ style: plainStyle, typed }).trimEnd() + call,
		note,
	};
}

function beside(path: string, name: string): string {
	return posix.join(posix.dirname(path), name);
}

/** The module from which a name is imported. */
function findImport(module: Module, name: string): string | undefined {
	for (const statement of module.program.body) {
		if (statement.type !== 'ImportDeclaration') continue;
		const isNamed = statement.specifiers.some(
			(specifier) =>
				specifier.type === 'ImportSpecifier' &&
				specifier.local.name === name &&
				specifier.imported.type === 'Identifier' &&
				specifier.imported.name === name,
		);
		if (isNamed) return statement.source.value;
	}
	return undefined;
}

/** The constants at the top of a module that a function of another module makes. */
function findConstants(module: Module, made: RegExp, from: RegExp): string[] {
	return module.program.body.flatMap((statement) => {
		const declared =
			statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
		if (declared?.type !== 'VariableDeclaration') return [];
		return declared.declarations.flatMap(({ id, init }) => {
			if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return [];
			const { callee } = init;
			if (callee.type !== 'Identifier' || !made.test(callee.name)) return [];
			return from.test(findImport(module, callee.name) ?? '') ? [id.name] : [];
		});
	});
}
