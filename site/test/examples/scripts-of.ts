import { scriptStub } from '@feedback/contract/script-tag';
import { compile } from 'svelte/compiler';

import type { Example } from '../content-files.ts';

/** A script of an example, in a language that the TypeScript compiler reads. */
export type Script = { place: string; extension: 'ts' | 'tsx' | 'js'; code: string };

/** Whether its compiler needs Next.js. */
export function importsNext({ code }: Script): boolean {
	return /from 'next(\/[^']*)?'/.test(code);
}

/** The scripts of an example: the example itself, or the scripts of its component or page. */
export function scriptsOf({ language, code, place }: Example): Script[] {
	const script = (text: string, extension: Script['extension']): Script => ({
		place,
		extension,
		code: text,
	});
	switch (language) {
		case 'ts':
		case 'tsx':
		case 'js':
			return [script(code, language)];
		case 'vue':
			return [script(only(code, /<script setup lang="ts">([\s\S]*?)<\/script>/g).join('\n'), 'ts')];
		case 'svelte':
			// Svelte's compiler checks the markup and the runes.
			compile(code, { filename: 'Example.svelte' });
			return [script(only(code, /<script lang="ts">([\s\S]*?)<\/script>/g).join('\n'), 'ts')];
		case 'astro':
			return [
				...only(code, /^---\n([\s\S]*?)\n---/g),
				...only(code, /<script>([\s\S]*?)<\/script>/g),
			].map((text) => script(text, 'ts'));
		case 'html':
			return [script(inPage(code), 'js')];
		default:
			return [];
	}
}

/** The inline scripts of a page, and the code in its attributes. */
function inPage(html: string): string {
	const handlers = only(html, / on[a-z]+="([^"]*)"/g).map(
		(text) => `void (async () => {${text}});`,
	);
	// The minified stub has no types; a separate test compares the docs with the generated stub.
	const scripts = only(html.replaceAll(scriptStub, ''), /<script>([\s\S]*?)<\/script>/g);
	return [...scripts, ...handlers].join('\n');
}

function only(text: string, pattern: RegExp): string[] {
	return [...text.matchAll(pattern)].map(([, found]) => found!);
}
