import type { Response } from './answers.ts';
import type { RevisionCache } from './revision-cache.svelte.ts';

/**
 * The responses whose revision is loaded, up to the first response whose revision is not, so that rows do not move
 * while revisions load.
 *
 * @param arrived newer responses at the top, which do not hide the others
 */
export function listReadable(
	responses: Response[],
	revisions: Pick<RevisionCache, 'find'>,
	arrived: ReadonlySet<string> = new Set(),
): Response[] {
	const isKnown = responses.map(
		({ prompt, revision }) => revisions.find(prompt, revision) !== undefined,
	);
	const end = responses.findIndex(({ id }, at) => !isKnown[at] && !arrived.has(id));
	return responses.filter((_, at) => isKnown[at] && (end < 0 || at < end));
}
