/** A word that may follow, with its description. */
export type Word = { word: string; about: string };

/** What may follow each beginning of a command line, such as `prompt create`; `''` is the beginning itself. */
export type Words = Map<string, Word[]>;

/** Beginnings that more words can follow, without the empty one. */
export function listPaths(words: Words): string[] {
	return [...words.keys()].filter((path) => path !== '');
}
