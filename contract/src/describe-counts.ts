import { limits } from './limits.ts';

/** Kinds of objects that a deletion deletes, the most important to people first. */
const kinds: Record<string, [one: string, many: string]> = {
	workspaces: ['membership', 'memberships'],
	connections: ['connection', 'connections'],
	ci_tokens: ['CI token', 'CI tokens'],
	result_links: ['link to results', 'links to results'],
	sites: ['site', 'sites'],
	members: ['member', 'members'],
	prompts: ['prompt', 'prompts'],
	responses: ['response', 'responses'],
	displays: ['display', 'displays'],
	visitors: ['visitor', 'visitors'],
	accounts: ['account', 'accounts'],
	events: ['event', 'events'],
	revisions: ['revision', 'revisions'],
};

/**
 * Describes what would be deleted, one item for each kind that there is.
 *
 * @example
 * describeCounts({ responses: 3, displays: 0, revisions: 1 }); // ['3 responses', '1 revision']
 */
export function describeCounts(counts: Readonly<Record<string, number>>): string[] {
	return Object.entries(kinds).flatMap(([kind, [one, many]]) => {
		const count = counts[kind] ?? 0;
		if (count === 0) return [];
		const more = count >= limits.deletion.counted ? 'at least ' : '';
		return [`${more}${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`];
	});
}
