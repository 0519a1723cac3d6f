import { listTexts, scanText } from '@feedback/contract';
import type { TextValues } from '@feedback/contract/wire';
import { createContext } from 'svelte';

import type { KnownKey } from '../read-suggestions.ts';

/** What texts can name: reported traits, and the properties of the events that trigger the prompt. */
export type KnownValues = {
	traits: () => readonly KnownKey[];
	properties: () => readonly KnownKey[];
};

/** Context of an editor, for its text fields. */
export const [getKnownValues, setKnownValues] = createContext<KnownValues>();

/**
 * A value for each that the texts name: the most frequent one that was reported, or the key in brackets.
 *
 * @example
 * sampleValues(content, known); // { trait: { name: 'Ada' }, event: { format: '[format]' } }
 */
export function sampleValues(
	content: Parameters<typeof listTexts>[0],
	known: KnownValues | undefined,
): TextValues {
	const samples: TextValues = {};
	for (const part of listTexts(content).flatMap(({ text }) => scanText(text))) {
		if (typeof part === 'string' || 'written' in part) continue;
		const { source, key } = part;
		// The preview shows the answers that are given in it.
		if (source === 'answer') continue;
		const keys = source.endsWith('trait') ? known?.traits() : known?.properties();
		const seen = keys?.find((one) => one.key === key)?.values.map(({ value }) => value);
		const sample = seen?.find((value) => ['string', 'number'].includes(typeof value));
		samples[source] = { ...samples[source], [key]: sample ?? `[${key}]` };
	}
	return samples;
}
