import { withoutFences } from './pages.ts';

/** A number that a page states directly because it is not a limit in the contract, and its source. */
export type HeldNumber = {
	page: string;
	/** As the page writes the number. */
	text: string;
	/**
	 * A file that contains the number, relative to the root of the tree, and the text around it; without a source, the
	 * number is not a promise.
	 */
	source?: { file: string; text: string };
};

const words = 'five|ten|fifteen|twenty|thirty|sixty|ninety|hundred|thousand';
const units =
	'characters?|bytes|KiB|MiB|kB|MB|days?|hours?|minutes?|seconds?|milliseconds|ms|events|keys|prompts|questions|' +
	'options|years?|requests|levels|names|responses|sites|members|revisions|connections|clients|displays|codes|' +
	'attempts|languages|translations|branches|conditions|groups|messages|traits|tokens|hits|results';
const stated = new RegExp(
	`\\b(?:\\d[\\d,.]*|${words})[ -](?:${units})\\b|\\b(?:at most|at least|up to|no more than|by default) \\d[\\d,.]*\\b`,
	'gi',
);

/** Finds numbers of limits that are written by hand instead of read from the contract. */
export function findLooseNumbers(
	{ path, source }: { path: string; source: string },
	held: readonly HeldNumber[],
): string[] {
	const texts = held.filter(({ page }) => page === path).map(({ text }) => text);
	return statedNumbers(source)
		.filter(({ line }) => !texts.some((text) => line.includes(text)))
		.map(({ number }) => `"${number}" is written out; read it from the contract's limits`);
}

/** Finds list entries that no page states any longer. */
export function findStaleNumbers(
	pages: readonly { path: string; source: string }[],
	held: readonly HeldNumber[],
): string[] {
	return held
		.filter(({ page, text }) => {
			const source = pages.find(({ path }) => path === page)?.source ?? '';
			return !statedNumbers(source).some(({ line }) => line.includes(text));
		})
		.map(({ page, text }) => `${page} no longer states "${text}"`);
}

function statedNumbers(source: string): { line: string; number: string }[] {
	return readProse(source)
		.split('\n')
		.flatMap((line) => [...line.matchAll(stated)].map(([number]) => ({ line, number })));
}

/** Returns the sentences without code, expressions, addresses and components. */
function readProse(source: string): string {
	const body = source.replace(/^---\n[^]*?\n---\n/, '');
	return withoutFences(body)
		.replace(/^import .*$/gm, '')
		.replace(/<[A-Za-z][^>]*>/g, '')
		.replace(/\{[^}]*\}/g, '…')
		.replace(/\]\([^)]*\)/g, ']')
		.replace(/`[^`]*`/g, '`…`');
}
