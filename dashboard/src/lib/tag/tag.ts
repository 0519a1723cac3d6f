import type { RouteOutput } from '@feedback/contract';

export type Tag = RouteOutput<'getTag'>;
export type TagWeek = Tag['weeks'][number];
export type TagScores = Tag['scores'][number];

/** What the inbox filters by, besides the tag. */
type Part = { from?: string; to?: string; prompt?: string; condition?: object };

/**
 * The query of the inbox that lists the texts with the tag.
 *
 * @example
 * inboxQuery('0199…', { from: '2026-11-23', to: '2026-11-29' });
 * // '?status=all&tag=0199…&period=custom&from=2026-11-23&to=2026-11-29'
 */
export function inboxQuery(tag: string, { from, to, prompt, condition }: Part = {}): string {
	const query = new URLSearchParams({ status: 'all', tag });
	if (from !== undefined || to !== undefined) query.set('period', 'custom');
	if (from !== undefined) query.set('from', from);
	if (to !== undefined) query.set('to', to);
	if (prompt !== undefined) query.set('prompt', prompt);
	if (condition) query.set('condition', JSON.stringify(condition));
	return `?${query}`;
}
