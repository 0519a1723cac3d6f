import { limits } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { displaysWithin, responsesWithin } from './read-figures.ts';
import type { Scope } from './scope.ts';

/** A scope with few enough rows to be read at once. */
export type NewestRows = {
	scope: Scope;
	/** Time of the oldest row in `scope` if older rows were left out; otherwise null. */
	countedSince: string | null;
};

/**
 * Limits a scope to its newest displays or responses: an index finds where they begin. An account has few rows and its
 * own index. A few more rows may have the same time as the first.
 */
export async function limitToNewest(
	tx: Tx,
	scope: Scope,
	rows: 'displays' | 'responses',
): Promise<NewestRows> {
	if (scope.account !== undefined) return { scope, countedSince: null };
	// Counts before any filter, because the number of matching rows is unknown before all rows are read.
	const { site, prompt, since, until } = scope;
	const whole = { site, prompt, since, until };
	const found =
		rows === 'displays'
			? tx`select d.reserved_at as at from app.displays d where ${displaysWithin(tx, whole)}`
			: tx`select r.created_at as at from app.responses r where ${responsesWithin(tx, whole)}`;
	const [first, before] = await tx<{ at: string }[]>`
		select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from (${found}) f
		order by f.at desc offset ${limits.results.rowsByGroup - 1} limit 2`;
	if (!first || !before) return { scope, countedSince: null };
	return { scope: { ...scope, since: first.at }, countedSince: first.at };
}
