import { limits } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { responsesWithin } from '../results/read-figures.ts';
import type { Scope } from '../results/scope.ts';
import { tellsSmallGroup } from './hide-small-groups.ts';

/** A tag and the number of its texts, as links show it. */
export type Theme = { id: string; name: string; definition: string; answers: number };

const { sharedLeast, sharedThemes, sharedQuotes } = limits.results;

/**
 * The tags of what people wrote in their responses, without those of too few texts, or of nearly all; also those that
 * were released and have fewer texts now.
 */
export async function countThemes(
	tx: Tx,
	scope: Scope,
	released: readonly Theme[],
): Promise<Theme[]> {
	const found = await tx<Theme[]>`
		select a.id, a.name, a.definition, count(*)::int as answers
		from app.text_tags g
		join app.tags a on a.site_id = g.site_id and a.id = g.tag_id and a.state = 'accepted'
		join app.responses r on r.site_id = g.site_id and r.display_id = g.display_id
		where g.site_id = ${scope.site} and ${responsesWithin(tx, scope)}
		group by a.id, a.name, a.definition 
		having count(*) >= ${sharedLeast} or a.id = any(${released.map(({ id }) => id)}::uuid[])
		order by answers desc, a.id limit ${sharedThemes}`;
	if (found.length === 0) return [];
	// Counting further would tell no more.
	const most = found[0]!.answers + sharedLeast;
	const [all] = await tx<{ texts: number }[]>`
		select count(*)::int as texts from (
			select from app.responses r
			join app.text_answers t on t.site_id = r.site_id and t.display_id = r.display_id
			where ${responsesWithin(tx, scope)} limit ${most}) x`;
	return found.filter(({ answers }) => !tellsSmallGroup(answers / all!.texts, all!.texts));
}

/** The themes to show next: each count stays as it was shown until it has changed by enough texts. */
export function advanceThemes(released: readonly Theme[], current: readonly Theme[]): Theme[] {
	const former = new Map(released.map((theme) => [theme.id, theme.answers]));
	const themes = current.flatMap((theme) => {
		const shown = former.get(theme.id) ?? 0;
		const isSafe = Math.abs(theme.answers - shown) >= sharedLeast;
		const answers = isSafe ? theme.answers : shown;
		return answers >= sharedLeast ? { ...theme, answers } : [];
	});
	return themes.toSorted((one, other) => other.answers - one.answers);
}

/** Of the newest texts with each tag, the part that it is about. */
export async function readQuotes(
	tx: Tx,
	scope: Scope,
	themes: readonly Theme[],
): Promise<Map<string, string[]>> {
	if (themes.length === 0) return new Map();
	const rows = await tx<{ tag: string; quotes: string[] }[]>`
		select n.tag, array_agg(n.quote order by n.place) as quotes from (
			select g.tag_id as tag, coalesce(g.quote, left(t.text, ${limits.inbox.quote})) as quote,
			       row_number() over (partition by g.tag_id
			           order by g.is_example desc, r.created_at desc, r.display_id) as place
			from app.text_tags g
			join app.text_answers t on t.site_id = g.site_id and t.display_id = g.display_id and t.question_id = g.question_id
			join app.responses r on r.site_id = g.site_id and r.display_id = g.display_id
			where g.site_id = ${scope.site} and g.tag_id = any(${themes.map(({ id }) => id)}::uuid[])
			  and ${responsesWithin(tx, scope)}) n
		where n.place <= ${sharedQuotes} group by n.tag`;
	return new Map(rows.map(({ tag, quotes }) => [tag, quotes]));
}
