import { listOperations, type Operation } from './operation.ts';

/**
 * Operations that match the words of a search, best first; all operations if there are no words. A plural matches
 * its singular, so `audiences` finds `createAudience`.
 *
 * @example
 * searchOperations('pause prompt')[0]?.name; // 'pausePrompt'
 */
export function searchOperations(
	search: string,
	/** Other words for an operation, such as the names of commands. */
	aliases: (operation: Operation) => readonly string[] = () => [],
): Operation[] {
	const operations = listOperations();
	const wanted = listWords(search);
	if (wanted.length === 0) return operations;
	return operations
		.map((operation) => ({ operation, score: score(operation, wanted, aliases(operation)) }))
		.filter((one) => one.score > 0)
		.toSorted((one, other) => other.score - one.score)
		.map(({ operation }) => operation);
}

function score({ name, summary }: Operation, wanted: string[], aliases: readonly string[]): number {
	const inName = new Set([name, ...aliases].flatMap(listWords));
	const inSummary = new Set(listWords(summary));
	const found = wanted.map((word) => (inName.has(word) ? 3 : inSummary.has(word) ? 1 : 0));
	// What fits every word comes before what fits one of them well.
	const all = found.every((points) => points > 0) ? 10 : 0;
	return found.reduce<number>((sum, points) => sum + points, all);
}

/** Words of a text or of a name such as `listSiteKeys`, in lower case and without a plural. */
function listWords(text: string): string[] {
	return text
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.filter((word) => word !== '')
		.map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word));
}
