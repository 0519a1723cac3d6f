import type { Response } from './answers.ts';
import type { RevisionBook } from './revision-book.svelte.ts';

/**
 * Responses whose words are known: those at first only as far down as none is missing, so that nothing that is
 * read moves when more words come.
 *
 * @param arrived came later, at the top: none of them holds back the others
 */
export function listReadable(
	responses: Response[],
	book: Pick<RevisionBook, 'find'>,
	arrived: ReadonlySet<string> = new Set(),
): Response[] {
	const isKnown = responses.map(
		({ prompt, revision }) => book.find(prompt, revision) !== undefined,
	);
	const end = responses.findIndex(({ id }, at) => !isKnown[at] && !arrived.has(id));
	return responses.filter((_, at) => isKnown[at] && (end < 0 || at < end));
}
