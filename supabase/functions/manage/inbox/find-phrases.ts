import { limits } from '@feedback/contract';

import { findSentence } from './find-sentence.ts';
import type { Quote } from './quotes.ts';
import type { WordedText } from './read-words.ts';

export type Cluster = { name: string; phrases: string[]; answers: number; examples: Quote[] };

const longestPhrase = 3;
/** Share of a phrase's texts that must also contain another phrase for the two to belong together. */
const together = 0.6;
const most = { phrases: 5, examples: 3 };

type Phrase = { base: string; words: number; texts: Set<number>; written: Map<string, number> };

/**
 * Finds phrases that are frequent in the texts, grouped by the texts that contain them. A phrase is up to
 * three words without a stop word or punctuation between them, in their base form. Its weight is TF-IDF
 * times its number of words. The heaviest phrase forms a group with the phrases that mostly occur in its texts,
 * then the heaviest of the remaining phrases does, and so on.
 */
export function findPhrases(texts: readonly WordedText[]): Cluster[] {
	const least = texts.length < 50 ? 2 : 3;
	const weigh = ({ texts: { size }, words }: Phrase) =>
		size * Math.log((texts.length + 1) / size) * words;
	let left = listPhrases(texts)
		.filter(({ texts: { size } }) => size >= least)
		.toSorted((a, b) => weigh(b) - weigh(a) || (a.base < b.base ? -1 : 1));
	const clusters: Cluster[] = [];
	const covered = new Set<number>();
	while (left.length > 0 && clusters.length < limits.inbox.suggestedTags) {
		const [first] = left as [Phrase];
		const near = left.filter((phrase) => share(phrase.texts, first.texts) >= together);
		const held = new Set(near.flatMap((phrase) => [...phrase.texts]));
		clusters.push(describe(near, held, texts));
		for (const place of held) covered.add(place);
		// A phrase that occurs mostly in covered texts adds little.
		left = left.filter((phrase) => share(phrase.texts, covered) < together);
	}
	return clusters;
}

function listPhrases(texts: readonly WordedText[]): Phrase[] {
	const phrases = new Map<string, Phrase>();
	texts.forEach(({ words }, place) => {
		words.forEach((_, start) => {
			for (let length = 1; length <= longestPhrase; length += 1) {
				const span = words.slice(start, start + length);
				if (span.length < length || span.some((word) => !word?.[1])) return;
				const base = span.map((word) => word![1]!).join(' ');
				if (base.length < 3) continue;
				const written = span.map((word) => word![0]).join(' ');
				const phrase = phrases.get(base) ?? {
					base,
					words: length,
					texts: new Set(),
					written: new Map(),
				};
				phrase.texts.add(place);
				phrase.written.set(written, (phrase.written.get(written) ?? 0) + 1);
				phrases.set(base, phrase);
			}
		});
	});
	return [...phrases.values()];
}

function share(some: Set<number>, others: Set<number>): number {
	return [...some].filter((place) => others.has(place)).length / some.size;
}

const mostOften = ({ written }: Phrase) =>
	[...written].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]![0];

function describe(phrases: Phrase[], held: Set<number>, texts: readonly WordedText[]): Cluster {
	const holds = (place: number) => phrases.filter((phrase) => phrase.texts.has(place)).length;
	const best = [...held].toSorted(
		(a, b) => holds(b) - holds(a) || texts[a]!.text.length - texts[b]!.text.length,
	);
	const name = mostOften(phrases[0]!);
	// A phrase that is part of a listed phrase adds nothing.
	const listed = phrases.filter(
		({ base }, index) =>
			!phrases.slice(0, index).some((other) => ` ${other.base} `.includes(` ${base} `)),
	);
	return {
		name: [...name].slice(0, limits.inbox.tag).join(''),
		phrases: listed.slice(0, most.phrases).map(mostOften),
		answers: held.size,
		examples: best.slice(0, most.examples).map((place) => {
			const { response, question, text } = texts[place]!;
			const heaviest = phrases.find((phrase) => phrase.texts.has(place))!;
			return { response, question, quote: findSentence(text, [...heaviest.written.keys()]) };
		}),
	};
}
