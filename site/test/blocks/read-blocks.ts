import type { Page } from '../honesty/pages.ts';

/** A code block of a page's Markdown form: what readers copy, whether it was written by hand or generated. */
export type Block = {
	/** Such as `agents/commands`. */
	page: string;
	language: string;
	title: string;
	code: string;
	/** Whether its lines are in the page's source; otherwise a component generated it. */
	isWritten: boolean;
};

/** Every code block of a page. */
export function readBlocks({ path: page, markdown, source }: Page): Block[] {
	return [...markdown.matchAll(/^([ \t]*)(`{3,})(\w*)(.*)\n([\s\S]*?)^\1\2$/gm)].map(
		([, indent = '', , language = '', info = '', body = '']) => {
			const code = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
			const title = /title="([^"]+)"/.exec(info)?.[1] ?? '';
			const lines = code.split('\n').map((line) => unmark(line, language).trim());
			return {
				page,
				language,
				title,
				code,
				isWritten: lines.every((line) => source.includes(line) || line.includes('/npm/')),
			};
		},
	);
}

/** A line without the sign that marks it as added or removed. */
function unmark(line: string, language: string): string {
	return language === 'diff' ? line.slice(1) : line;
}
