import { readFileSync } from 'node:fs';

/**
 * Adds what a generated page cannot know: readers' words for the search, which are written into the committed page by
 * hand. They stay below the same headings.
 */
export function keepSearchWords(path: string, generated: string): string {
	const committed = readFileSync(path, 'utf8').matchAll(
		/^(#+ .+|---)\n\n((?:\{\/\* search: .+ \*\/\}\n)+)/gm,
	);
	const kept = new Map([...committed].map(([, place, words]) => [place!, words!]));
	// The words of the whole page follow the end of its front matter.
	return generated.replace(/^#+ .+$|(?<=\n)---$/gm, (place) =>
		kept.has(place) ? `${place}\n\n${kept.get(place)}` : place,
	);
}
