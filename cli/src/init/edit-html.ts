import { scriptAddress, writeScriptTags } from '@feedback/contract/script-tag';
import { parse } from 'parse5';
import type { DefaultTreeAdapterMap } from 'parse5';

import { writeInit } from './init-call.ts';
import type { InitOptions } from './init-call.ts';
import { findEol, findIndent, splice } from './source-text.ts';
import { Unplanned } from './unplanned.ts';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

/** A script of a page. */
export type Script = { module: boolean; src: string | undefined; text: string; at: number };

/** The scripts of a page, in their order. */
export function listScripts(html: string): Script[] {
	return listElements(html, 'script').map((element) => ({
		module: attribute(element, 'type')?.trim().toLowerCase() === 'module',
		src: attribute(element, 'src')?.trim(),
		text: element.childNodes.map((child) => ('value' in child ? child.value : '')).join(''),
		at: element.sourceCodeLocation?.startOffset ?? -1,
	}));
}

/** Whether a page loads the SDK, wherever from. */
export function loadsSdk(html: string): boolean {
	return listScripts(html).some(({ src }) => /\/sdk\/feedback\.js([?#]|$)/.test(src ?? ''));
}

/** The Content Security Policies that a page carries itself. */
export function listMetaPolicies(html: string): string[] {
	return listElements(html, 'meta')
		.filter((element) =>
			/^\s*content-security-policy\s*$/i.test(attribute(element, 'http-equiv') ?? ''),
		)
		.flatMap((element) => attribute(element, 'content') ?? []);
}

/** A page with the SDK loaded and started in its head, before its other scripts. */
export function addScripts(html: string, path: string, options: InitOptions): string {
	if (loadsSdk(html)) return html;
	const eol = findEol(html);
	const { at, inner } = findPlace(html, path);
	const indent = findIndent(html);
	const call = writeInit(options, { eol, quote: "'", semicolon: true, indent }).split(eol);
	const lines = writeScriptTags(scriptAddress(options.apiUrl), call, indent);
	// The place is the beginning of what follows on its line: its own indentation stands before it already.
	const block = lines.map((line) => `${inner}${line}`).join(eol);
	const edited = splice(html, [{ at, text: `${block}${eol}` }]);
	if (!loadsSdk(edited)) throw new Unplanned(`${path} could not be edited safely.`);
	return edited;
}

type Place = { at: number; inner: string };

function findPlace(html: string, path: string): Place {
	const [head] = listElements(html, 'head');
	const location = head?.sourceCodeLocation;
	const first = head && listScripts(html).find(({ at }) => isWithin(at, location));
	if (first) {
		const start = lineStart(html, first.at);
		return { at: start, inner: indentAt(html, first.at, start) };
	}
	const end = location?.endTag?.startOffset;
	if (end === undefined) throw new Unplanned(`${path} has no </head>.`);
	const start = lineStart(html, end);
	const own = indentAt(html, end, start);
	// As its last sibling is indented, which is often not at all.
	const sibling = /\n([\t ]*)\S[^\n]*\r?\n[\t ]*$/.exec(html.slice(0, end))?.[1];
	return { at: start, inner: sibling ?? own };
}

function isWithin(at: number, location: Element['sourceCodeLocation']): boolean {
	return Boolean(location && at >= location.startOffset && at < location.endOffset);
}

// The beginning of the line when only spaces stand before, else the offset itself.
function lineStart(html: string, offset: number): number {
	const start = html.lastIndexOf('\n', offset - 1) + 1;
	return /^[\t ]*$/.test(html.slice(start, offset)) ? start : offset;
}

function indentAt(html: string, offset: number, start: number): string {
	return html.slice(start, offset);
}

function listElements(html: string, name: string): Element[] {
	const found: Element[] = [];
	const visit = (node: Node): void => {
		// Elements that the parser made up have no place in the file.
		if ('tagName' in node && node.tagName === name && node.sourceCodeLocation) found.push(node);
		if ('childNodes' in node) node.childNodes.forEach(visit);
	};
	visit(parse(html, { sourceCodeLocationInfo: true }));
	return found;
}

function attribute(element: Element, name: string): string | undefined {
	return element.attrs.find((candidate) => candidate.name === name)?.value;
}
