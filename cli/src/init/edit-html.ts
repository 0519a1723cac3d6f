import { scriptAddress, writeScriptTags } from '@feedback/contract/script-tag';
import { parse } from 'parse5';
import type { DefaultTreeAdapterMap } from 'parse5';

import { writeInit } from './init-call.ts';
import type { InitOptions } from './init-call.ts';
import { findEol, findIndent, indentAbove, placeBefore, splice, toBlock } from './source-text.ts';
import { Unplanned } from './unplanned.ts';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

/** A script of a page. */
export type Script = { module: boolean; src: string | undefined; text: string; at: number };

/** The scripts of a page, in document order. */
export function listScripts(html: string): Script[] {
	return listElements(html, 'script').map((element) => ({
		module: attribute(element, 'type')?.trim().toLowerCase() === 'module',
		src: attribute(element, 'src')?.trim(),
		text: element.childNodes.map((child) => ('value' in child ? child.value : '')).join(''),
		at: element.sourceCodeLocation?.startOffset ?? -1,
	}));
}

/** Whether a page loads the SDK, from any origin. */
export function loadsSdk(html: string): boolean {
	return listScripts(html).some(({ src }) => /\/sdk\/feedback\.js([?#]|$)/.test(src ?? ''));
}

/** The Content Security Policies in a page's `<meta>` elements. */
export function listMetaPolicies(html: string): string[] {
	return listElements(html, 'meta')
		.filter((element) =>
			/^\s*content-security-policy\s*$/i.test(attribute(element, 'http-equiv') ?? ''),
		)
		.flatMap((element) => attribute(element, 'content') ?? []);
}

/** Adds scripts to the head of a page, before its other scripts, that load and start the SDK. */
export function addScripts(html: string, path: string, options: InitOptions): string {
	if (loadsSdk(html)) return html;
	const eol = findEol(html);
	const { at, indent: inner } = findPlace(html, path);
	const indent = findIndent(html);
	const call = writeInit(options, { eol, quote: "'", semicolon: true, indent }).split(eol);
	const lines = writeScriptTags(scriptAddress(options.apiUrl), call, indent);
	// Insert whole lines with the indentation of the line that follows.
	const edited = splice(html, [{ at, text: toBlock(lines, inner, eol) }]);
	if (!loadsSdk(edited)) throw new Unplanned(`${path} could not be edited safely.`);
	return edited;
}

function findPlace(html: string, path: string): { at: number; indent: string } {
	const [head] = listElements(html, 'head');
	const location = head?.sourceCodeLocation;
	const first = head && listScripts(html).find(({ at }) => isWithin(at, location));
	if (first) return placeBefore(html, first.at);
	const end = location?.endTag?.startOffset;
	if (end === undefined) throw new Unplanned(`${path} has no </head>.`);
	const { at, indent } = placeBefore(html, end);
	// Insert it like the last sibling, which often is not indented.
	return { at, indent: indentAbove(html, end) ?? indent };
}

function isWithin(at: number, location: Element['sourceCodeLocation']): boolean {
	return Boolean(location && at >= location.startOffset && at < location.endOffset);
}

function listElements(html: string, name: string): Element[] {
	const found: Element[] = [];
	const visit = (node: Node): void => {
		// Elements that the parser inserted have no source location.
		if ('tagName' in node && node.tagName === name && node.sourceCodeLocation) found.push(node);
		if ('childNodes' in node) node.childNodes.forEach(visit);
	};
	visit(parse(html, { sourceCodeLocationInfo: true }));
	return found;
}

function attribute(element: Element, name: string): string | undefined {
	return element.attrs.find((candidate) => candidate.name === name)?.value;
}
