import { limits, responseConditionSchema } from '@feedback/contract';
import { join } from 'sql-template-tag';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import { meetsCondition } from '../filters/meets-condition.ts';
import { whatIsCompared } from '../filters/segment.ts';
import { displaysWithin, responsesOf } from './read-figures.ts';
import type { Scope } from './scope.ts';

type Counts = { displays: number; responses: number };
type Named = { key: string; name: string };

/**
 * Counts displays to the members of each saved audience, by its newest rule and the data stored with the
 * display.
 */
export async function readAudienceRates(
	tx: Tx,
	scope: Scope,
): Promise<{ all: Counts; audiences: (Named & Counts)[]; left_out: Named[] }> {
	const { saved, known } = await readAudiences(tx, scope.site);
	const listed = known.slice(0, limits.results.rateGroups);
	const members = listed.map(({ condition }) =>
		meetsCondition(tx, condition, whatIsCompared(tx, 'd')),
	);
	const [counted] = await tx<{ displays: number[]; responses: number[] }[]>`
		select array[${join([tx`count(*)::int`, ...members.map((member) => tx`count(*) filter (where ${member})::int`)])}] as displays,
		       array[${join([tx`count(r.display_id)::int`, ...members.map((member) => tx`count(r.display_id) filter (where ${member})::int`)])}] as responses
		from app.displays d left join ${responsesOf(tx, scope)} r on r.display_id = d.id
		where ${displaysWithin(tx, scope)}`;
	const { displays, responses } = counted!;
	const countsAt = (at: number) => ({ displays: displays[at]!, responses: responses[at]! });
	const keys = new Set(listed.map(({ key }) => key));
	return {
		all: countsAt(0),
		audiences: listed.map(({ key, name }, at) => ({ key, name, ...countsAt(at + 1) })),
		left_out: saved.filter(({ key }) => !keys.has(key)).map(({ key, name }) => ({ key, name })),
	};
}

/** Whether a display `d` was to a member of an audience; undefined for an audience without a rate. */
export async function audienceMembers(
	tx: Tx,
	site: string,
	key: string,
): Promise<{ condition: Fragment } | undefined> {
	const { known } = await readAudiences(tx, site);
	const found = known.find((audience) => audience.key === key);
	return found && { condition: meetsCondition(tx, found.condition, whatIsCompared(tx, 'd')) };
}

/** Reads the saved audiences, and those whose newest rule compares only what a display stores. */
async function readAudiences(tx: Tx, site: string) {
	const saved = await tx<(Named & { rule: unknown })[]>`
		select a.key, a.name, v.rule
		from app.audiences a
		cross join lateral (
			select w.rule from app.audience_versions w
			where w.site_id = a.site_id and w.audience_key = a.key
			order by w.number desc limit 1
		) v
		where a.site_id = ${site} and a.archived_at is null
		order by lower(a.name), a.key`;
	// A display stores traits and context, but not what the visitor did before.
	const known = saved.flatMap(({ key, name, rule }) => {
		const { data: condition } = responseConditionSchema.safeParse(rule);
		return condition ? [{ key, name, condition }] : [];
	});
	return { saved, known };
}
