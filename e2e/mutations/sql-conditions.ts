// The conditions of `where` and `on`, of which each part that is joined by `and` may be the guard.

type Part = { start: number; end: number };

const word = /[a-z_]\w*|\d+|[^\s\w]/gi;
const openers = new Set(['(', '[', 'case']);
const closers = new Set([')', ']', 'end']);
const enders = new Set([
	...[
		';',
		'group',
		'order',
		'limit',
		'returning',
		'for',
		'union',
		'except',
		'intersect',
		'having',
		'window',
	],
	...[
		'then',
		'loop',
		'left',
		'right',
		'inner',
		'cross',
		'join',
		'where',
		'when',
		'else',
		'do',
		'into',
		',',
	],
]);

/**
 * Finds the parts of each condition. Expects text without comments and quoted texts.
 *
 * @example
 * listParts('select from a where x = 1 and (y or z)'); // `x = 1` and `(y or z)`
 */
export function listParts(masked: string): Part[] {
	const tokens = [...masked.matchAll(word)].map(({ 0: text, index }) => ({
		text: text.toLowerCase(),
		start: index,
		end: index + text.length,
	}));
	return tokens.flatMap(({ text }, at) => {
		// `where` and `on`, but not `on conflict`, `on delete` or `before insert on table`.
		const begins =
			text === 'where' ||
			(text === 'on' && masked.slice(0, tokens[at]!.start).match(/join\b[^;]*$/i));
		return begins ? partsFrom(tokens, at + 1) : [];
	});
}

function partsFrom(tokens: { text: string; start: number; end: number }[], from: number): Part[] {
	const parts: Part[] = [];
	let depth = 0;
	let isBetween = false;
	let first = from;
	const close = (to: number) => {
		if (to > first) parts.push({ start: tokens[first]!.start, end: tokens[to - 1]!.end });
	};
	let at = from;
	for (; at < tokens.length; at++) {
		const { text } = tokens[at]!;
		if (openers.has(text)) depth++;
		else if (closers.has(text)) {
			if (depth === 0) break;
			depth--;
		} else if (depth > 0) continue;
		else if (text === '$' || enders.has(text)) break;
		else if (text === 'between') isBetween = true;
		else if (text === 'and') {
			if (isBetween) isBetween = false;
			else {
				close(at);
				first = at + 1;
			}
		}
	}
	close(at);
	return parts;
}
