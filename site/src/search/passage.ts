import { terms } from './terms.ts';

const length = 240;

/**
 * The part of a text that contains most of the searched terms, at most about 240 characters, cut between words and
 * marked with an ellipsis at each cut.
 *
 * @example
 * findPassage('Events are kept for 30 days. …', new Set(['kept', '30']));
 */
export function findPassage(text: string, wanted: ReadonlySet<string>): string {
	const clean = text.replace(/\s+/g, ' ').trim();
	if (clean.length <= length) return clean;
	const { from, to } = bestStretch(wordsOf(clean, wanted));
	const start = sentenceStart(clean, from);
	return cut(clean, to - start <= length ? start : from);
}

type Word = { at: number; end: number; hits: string[] };

function wordsOf(text: string, wanted: ReadonlySet<string>): Word[] {
	return [...text.matchAll(/\S+/g)].map((match) => ({
		at: match.index,
		end: match.index + match[0].length,
		hits: termsOf(match[0]).filter((term) => wanted.has(term)),
	}));
}

const known = new Map<string, string[]>();
const mostKnown = 20_000;

/** The terms of one word, cached: pages repeat their words, and stemming is the expensive part. */
function termsOf(word: string): string[] {
	const found = known.get(word) ?? terms(word);
	if (known.size < mostKnown) known.set(word, found);
	return found;
}

/** From the first to the last hit of the first window with the most distinct terms: pages give the answer first. */
function bestStretch(words: Word[]): { from: number; to: number } {
	const counts = new Map<string, number>();
	const hits = words.filter((word) => word.hits.length > 0 && word.end - word.at <= length);
	let best = { from: 0, to: 0, distinct: 0 };
	let first = 0;
	for (const word of hits) {
		for (const hit of word.hits) counts.set(hit, (counts.get(hit) ?? 0) + 1);
		while (first < hits.length && word.end - hits[first]!.at > length) {
			for (const hit of hits[first]!.hits) {
				const left = counts.get(hit)! - 1;
				if (left === 0) counts.delete(hit);
				else counts.set(hit, left);
			}
			first += 1;
		}
		if (counts.size > best.distinct) {
			best = { from: hits[first]!.at, to: word.end, distinct: counts.size };
		}
	}
	return best;
}

/** Moves a start back to the beginning of its sentence when that costs little of the window. */
function sentenceStart(text: string, at: number): number {
	const before = text.slice(Math.max(0, at - 80), at);
	const sentence = Math.max(before.lastIndexOf('. '), before.lastIndexOf('? '));
	if (sentence >= 0) return at - before.length + sentence + 2;
	return at <= 80 ? 0 : at;
}

function cut(text: string, start: number): string {
	let end = Math.min(text.length, start + length);
	if (end < text.length) {
		const space = text.lastIndexOf(' ', end);
		if (space > start) end = space;
	}
	const from = end === text.length ? wordStart(text, Math.max(0, end - length)) : start;
	const first = Math.min(from, start);
	return `${first > 0 ? '… ' : ''}${text.slice(first, end).trim()}${end < text.length ? ' …' : ''}`;
}

function wordStart(text: string, at: number): number {
	if (at === 0) return 0;
	const space = text.indexOf(' ', at);
	return space < 0 ? at : space + 1;
}
