import type { Asked, Vocabulary } from './asked-terms.ts';
import type { Section } from './section.ts';
import { terms } from './terms.ts';

/** The heading and each alias of a section, as the index stores them: terms with spaces, phrases with commas. */
export function phrasesOf({ heading, aliases }: Pick<Section, 'heading' | 'aliases'>): string {
	const phrases = [heading, ...aliases.split(',')].map((phrase) => [...new Set(terms(phrase))]);
	// A single term adds nothing to the fields of the index.
	const written = phrases.filter((phrase) => phrase.length > 1).map((phrase) => phrase.join(' '));
	return [...new Set(written)].join(',');
}

/**
 * How well the best phrase fits a question, from 0 to 1: the share of the phrase that the question contains, squared,
 * times the share of the question that this covers. A long question has words without meaning, which match everywhere;
 * a phrase of several words matches only where it is meant.
 */
export function bestPhrase(
	phrases: string,
	{ weights, shares }: Pick<Asked, 'weights' | 'shares'>,
	rarity: Vocabulary['rarity'],
): number {
	let best = 0;
	for (const phrase of phrases === '' ? [] : phrases.split(',')) {
		let all = 0;
		let contained = 0;
		let ofQuestion = 0;
		const asked = new Set<string>();
		for (const term of phrase.split(' ')) {
			const rare = rarity.get(term) ?? 0;
			all += rare;
			const found = weights.get(term);
			if (!found) continue;
			contained += rare * found.weight;
			ofQuestion += (shares.get(found.of) ?? 0) * found.weight;
			asked.add(found.of);
		}
		// Several synonyms of one word still count as one word.
		if (asked.size > 1) best = Math.max(best, (contained / all) ** 2 * Math.min(1, ofQuestion));
	}
	return best;
}
