import { listCode, withoutFences } from './pages.ts';

/** Finds options whose two hyphens were rendered as a dash, which breaks copying them. */
export function findDashedFlags(text: string): string[] {
	return [...text.matchAll(/(?<![\p{L}\p{N})\]])[–—]{1,2}[a-z][a-z-]*/gu)].map(
		([flag]) => `${flag} begins with a dash instead of two hyphens`,
	);
}

/** The same in Markdown; code is as it was written. */
export function findDashedFlagsInMarkdown(markdown: string): string[] {
	const prose = withoutFences(markdown);
	return [
		...findDashedFlags(prose.replace(/`[^`]*`/g, '')),
		...listCode(prose).flatMap(({ code }) => findDashedFlags(code)),
	];
}

/** Backticks that readers see in the texts of a page: code that was not set as code. */
export function findLiteralBackticks(prose: readonly string[]): string[] {
	return prose
		.filter((text) => text.includes('`'))
		.map((text) => `"${text.trim().slice(0, 80)}" shows its backticks`);
}
