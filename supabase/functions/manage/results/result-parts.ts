import { versionKey, type ResponseCondition, type Rule } from '@feedback/contract';

import type { JsonValue } from '../../../../database/parameters.ts';
import type { Tx } from '../../../../database/statement.ts';
import { exactTime } from '../list/exact-time.ts';
import type { Picked } from './drop-off.ts';
import type { Scope } from './scope.ts';

/** Counts by app.count_figures for a revision or a variant. */
type CountedVersion = {
	revision: number;
	variant: string | null;
	questions: string[];
	/** Final, a digit for each question, answers to questions that branch, responses. */
	alike: [boolean, string, Picked | null, number][];
	/** By question and value: number of occurrences and, where it differs, of answers that begin with the value. */
	values: Record<string, Record<string, number | [number, number]>>;
	/** By state. */
	displays: Record<string, number>;
	/** Displays that have a response, whenever it was given. */
	answered: number;
	/** Seconds to the first answer, each with its count. */
	seconds: [number, number][];
};

/** What was counted at once, of one day. */
export type Part = { day: string; versions: CountedVersion[] };

/** From a time, and before another. */
type Range = { from?: string | undefined; to?: string | undefined };

/** The figures of a scope in parts. */
export type Counted = {
	/** The parts whose responses count. */
	parts: Part[];
	/** The parts whose displays may still be seen. */
	shown: Part[];
	/** Share of all parts that are counted, from 0 to 1, by their displays and responses. */
	share: number;
};

/** Milliseconds for which one request may count parts under its filter. */
export const countingMs = 1_000;

/** Displays and responses that are counted at once. Every request counts at least this many, so they must be few. */
const rowsAtOnce = 20_000;

/** Up to this number of displays and responses, reading the rows is fast enough. */
const fewRows = 20_000;

/** The filters of a segment that depend on stored rows only. Figures of parts are by revision and variant already. */
type Filter = { trait?: string[]; condition?: Rule<ResponseCondition> };

type Row = PartTime & {
	day: string;
	size: number;
	/** Whether its responses count. */
	given: boolean;
	/** Whether its displays count. */
	shown: boolean;
} & CountedPart;

type PartTime = { from_at: Date; to_at: Date };

type CountedPart = {
	/** The figures counted under the filter so far; null while nothing is counted. */
	figures: CountedVersion[] | null;
	/** Displays and responses that are counted. */
	rows: number;
	whole: boolean;
};

/**
 * Reads the parts of a scope that were counted before, where a filter needs it after counting more for up to `forMs`,
 * and counts what is in none of them.
 */
export async function readCounted(tx: Tx, scope: Scope, forMs = countingMs): Promise<Counted> {
	const { since, until, revision, variant } = scope;
	const rows = await readParts(tx, scope, forMs);
	const all = rows.map(({ from_at: from, to_at: to, ...row }) => ({
		...row,
		from: from.toISOString(),
		to: to.toISOString(),
	}));
	const parts = all.flatMap(({ figures, ...part }) =>
		figures === null
			? []
			: {
					...part,
					versions: figures.filter(
						(version) =>
							(revision === undefined || version.revision === revision) &&
							(variant === undefined || version.variant === variant),
					),
				},
	);
	const isGiven = ({ given }: Pick<Row, 'given'>) => given;
	const isShown = ({ shown }: Pick<Row, 'shown'>) => shown;
	const rest = await countUncounted(tx, scope, {
		displays: findRest({ from: since, to: until }, all.filter(isShown)),
		responses: findRest({ from: since, to: until }, all.filter(isGiven)),
	});
	return {
		parts: [...parts.filter(isGiven), ...rest],
		shown: [...parts.filter(isShown), ...rest],
		// They are read one after the other, so rows may have been added in between.
		share: all.every(({ whole }) => whole)
			? 1
			: Math.min(0.99, sum(all, ({ rows }) => rows) / sum(all, ({ size }) => size)),
	};
}

/** Counts displays and responses in these ranges, by day. */
async function countUncounted(
	tx: Tx,
	{ site, prompt, trait, condition, account, revision, variant }: Scope,
	{ displays, responses }: { displays: Range[]; responses: Range[] },
): Promise<Part[]> {
	const segment = {
		...(trait && { trait }),
		...(condition && { condition: condition as JsonValue }),
		...(account !== undefined && { account }),
		...(revision !== undefined && { revision }),
		...(variant !== undefined && { variant }),
	};
	const [row] = await tx<{ versions: (CountedVersion & { day: string })[] }[]>`
		select app.count_uncounted(${site}, ${prompt}, ${tx.json(displays as JsonValue)},
			${tx.json(responses as JsonValue)}, ${tx.json(segment)}) as versions`;
	const days = Map.groupBy(row!.versions, ({ day }) => day);
	return [...days].map(([day, versions]) => ({ day, versions }));
}

/** No parts for an account: an index finds its rows, and its subject may change. */
async function readParts(tx: Tx, scope: Scope, forMs: number): Promise<Row[]> {
	const { site, prompt, since, until, account } = scope;
	if (account !== undefined) return [];
	const filter = findFilter(scope);
	const kept = filter
		? tx`
			select f.figures, f.rows, f.next_at is null as whole from app.filtered_parts f
			where f.site_id = ${site} and f.prompt_id = ${prompt} and f.from_at = k.from_at and f.to_at = k.to_at
			  and f.filter = (select app.hash_filter(${tx.json(filter)}))
			union all
			select k.figures, 0, true where k.size = 0`
		: tx`select k.figures, k.size as rows, true as whole`;
	const rows = await tx<Row[]>`
		select k.day::text as day, k.from_at, k.to_at, k.size, c.figures, coalesce(c.rows, 0) as rows,
		       coalesce(c.whole, false) as whole, k.given, k.shown
		-- The same condition as the policies of app.displays.
		from app.find_parts(${site}, array[${prompt}::uuid], ${exactTime(tx, since ?? '-infinity')},
			${exactTime(tx, until ?? 'infinity')}, now() - interval '90 days') k
		left join lateral (${kept}) c on true
		order by k.from_at, k.to_at`;
	if (!filter || rows.every(({ whole }) => whole)) return [...rows];
	if (sum(rows, ({ size }) => size) <= fewRows) return [];
	const counted = await tx<(PartTime & CountedPart)[]>`
		select c.from_at, c.to_at, c.figures, c.rows, c.whole
		from app.count_filtered_parts(${site}, ${prompt}, ${tx.json(filter)}, ${since ?? null}::timestamptz,
			${until ?? null}::timestamptz, make_interval(secs => ${forMs / 1_000}::float8), ${rowsAtOnce}) c`;
	const keyOf = ({ from_at: from, to_at: to }: PartTime) => `${Number(from)} ${Number(to)}`;
	const found = new Map(counted.map((part) => [keyOf(part), part]));
	return rows.map((row) => ({ ...row, ...found.get(keyOf(row)) }));
}

function findFilter({ trait = [], condition }: Scope): Filter | undefined {
	if (trait.length === 0 && condition === undefined) return undefined;
	// Normalizes a filter, so that equivalent filters have the same key.
	return {
		...(trait.length > 0 && { trait: [...new Set(trait)].sort() }),
		...(condition && { condition }),
	};
}

function sum<T>(rows: readonly T[], of: (row: T) => number): number {
	return rows.reduce((total, row) => total + of(row), 0);
}

/**
 * Subtracts parts, which are in order, from a range.
 *
 * @example
 * findRest({ from: undefined, to: undefined }, [{ from: '2026-03-01', to: '2026-03-02' }]);
 * // [{ to: '2026-03-01' }, { from: '2026-03-02' }]
 */
export function findRest(whole: Range, parts: readonly { from: string; to: string }[]): Range[] {
	const rest: Range[] = [];
	let { from } = whole;
	for (const part of parts) {
		if (from === undefined || Date.parse(from) < Date.parse(part.from)) {
			rest.push({ from, to: part.from });
		}
		from = part.to;
	}
	if (whole.to === undefined || from === undefined || isBefore(from, whole.to)) {
		rest.push({ from, to: whole.to });
	}
	return rest;
}

/** Whether a time is before another, which a caller may have given to the microsecond. */
function isBefore(one: string, other: string): boolean {
	const ms = Date.parse(other) - Date.parse(one);
	return ms > 0 || (ms === 0 && /\.\d{3}\d*[1-9]/.test(other));
}

/** The versions of all parts, each with its day and its key. */
export function listVersionsOf(parts: readonly Part[]) {
	return parts.flatMap(({ day, versions }) =>
		versions.map((version) => ({
			...version,
			day,
			key: versionKey(version.revision, version.variant),
		})),
	);
}
