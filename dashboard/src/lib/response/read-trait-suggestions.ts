import type { Client } from '@feedback/client';

import type { Suggestion } from '#lib/text/suggestion.ts';

/** Known traits and values in the format of the filter: `plan:pro`. */
export async function readTraitSuggestions(
	client: Client,
	site: string,
	signal: AbortSignal,
): Promise<Suggestion[]> {
	const { items } = await client.listTraits({ site }, { signal });
	return items.flatMap(({ key, values }) =>
		// A colon ends the key.
		key.includes(':')
			? []
			: values.map(({ value, count }) => ({
					text: `${key}:${String(value)}`,
					note: String(count),
				})),
	);
}
