import { findFile, readSource, withEndings } from './app.ts';
import type { App } from './app.ts';
import { parsePolicy, unknownSource } from './content-policy.ts';
import type { ContentPolicy } from './content-policy.ts';
import { listMetaPolicies } from './edit-html.ts';
import { parseModule } from './parse-module.ts';
import { Unplanned } from './unplanned.ts';

/** A Content Security Policy in a file of the app. */
export type FoundPolicy = { file: string; policy: ContentPolicy };

const pages = ['index.html', 'src/app.html', 'src/index.html', 'src/renderer/index.html'];
const modules = [
	...['next.config', 'svelte.config', 'vite.config'].flatMap(withEndings),
	...['middleware', 'proxy'].flatMap((name) => [
		...withEndings(`src/${name}`),
		...withEndings(name),
	]),
];
const headers = ['public/_headers', 'static/_headers', '_headers', 'vercel.json', 'netlify.toml'];

/** Finds policies in a `<meta>` of the page, and as text in files that configure headers. */
export function findPolicies(app: App): FoundPolicy[] {
	const has = (path: string) => findFile(app, [path]) !== undefined;
	const found = [
		...pages.filter(has).flatMap((file) => {
			return listMetaPolicies(readSource(app, file)).map((text) => ({ file, text }));
		}),
		...modules.filter(has).map((file) => ({ file, text: readModule(readSource(app, file), file) })),
		...headers.filter(has).map((file) => ({ file, text: readHeaders(readSource(app, file)) })),
	];
	return found
		.map(({ file, text }) => ({ file, policy: parsePolicy(text) }))
		.filter(({ policy }) => [...policy.keys()].some((name) => sourceLists.test(name)));
}

const sourceLists = /^(default|connect|script)-src(-elem)?$/;
const isPart = (text: string) => /(^|[\s;])(default|connect|script)-src(-elem)?\s/.test(text);

function readHeaders(text: string): string {
	return [...text.matchAll(/content-security-policy["']?\s*[:=,]\s*(.*)/gi)]
		.map(([, value = '']) => value.replace(/^"(?:value"\s*:\s*")?/, '').replace(/"[\s,}\]]*$/, ''))
		.join(';');
}

// Join all strings of the module with directives to one policy: a policy is often assembled from several strings.
function readModule(text: string, path: string): string {
	// A report-only policy blocks nothing.
	if (/-Policy-Report-Only/i.test(text) && !/-Policy(?!-Report-Only)/i.test(text)) return '';
	try {
		const parts: string[] = [];
		visit(parseModule(text, path).program, parts);
		return parts.join(';');
	} catch (error) {
		if (error instanceof Unplanned) return '';
		throw error;
	}
}

type Node = { type: string; [key: string]: unknown };

function visit(value: unknown, parts: string[]): void {
	if (Array.isArray(value)) return value.forEach((child) => visit(child, parts));
	if (typeof value !== 'object' || value === null) return;
	const node = value as Node;
	const text = readText(node);
	if (text !== undefined && isPart(text)) parts.push(text);
	const listed = readList(node);
	if (listed !== undefined) parts.push(listed);
	for (const [key, child] of Object.entries(node)) {
		if (!/^(loc|tokens|extra|errors)$|[cC]omments$/.test(key)) visit(child, parts);
	}
}

function readText(node: Node): string | undefined {
	if (node.type === 'StringLiteral') return String(node['value']);
	if (node.type !== 'TemplateLiteral') return undefined;
	const quasis = node['quasis'] as { value: { cooked?: string } }[];
	return quasis.map(({ value }) => value.cooked ?? '').join(unknownSource);
}

// SvelteKit's form: `'connect-src': ['self']`.
function readList(node: Node): string | undefined {
	if (node.type !== 'ObjectProperty') return undefined;
	const key = node['key'] as Node;
	const value = node['value'] as Node & { elements?: (Node | null)[] };
	const name = key.type === 'StringLiteral' ? String(key['value']) : '';
	if (!sourceLists.test(name) || value.type !== 'ArrayExpression') return undefined;
	const sources = value.elements!.map((element) => {
		const source = element?.type === 'StringLiteral' ? String(element['value']) : unknownSource;
		return /^(self|none|unsafe-|nonce-|sha\d|strict-)/.test(source) ? `'${source}'` : source;
	});
	return [name, ...sources].join(' ');
}
