import type { Fragment, Tx } from '../../_shared/statement.ts';
import { exactTime } from '../exact-time.ts';
import { versionKey } from './asked-questions.ts';
import type { Scope } from './scope.ts';

/** Counts by app.count_result_part for a revision or a variant. */
type CountedVersion = {
	revision: number;
	variant: string | null;
	questions: string[];
	/** Final, a digit for each question, answers to questions that branch, responses. */
	alike: [boolean, string, Record<string, unknown> | null, number][];
	/** By question and value: how often; with the answers of which it is the first value where that differs. */
	values: Record<string, Record<string, number | [number, number]>>;
	/** By state. */
	displays: Record<string, number>;
	/** Seconds to the first answer, and how often. */
	seconds: [number, number][];
};

export type Part = { day: string; from: string; to: string; versions: CountedVersion[] };

/** From a time, and before another. */
type Range = { from?: string | undefined; to?: string | undefined };

/** Parts of a scope that were counted before, and the times whose rows must still be read. */
export type Counted = {
	parts: Part[];
	/** The `parts` whose displays may still be seen. */
	shown: Part[];
	restOfResponses: Range[];
	restOfDisplays: Range[];
};

/**
 * Reads the parts of a scope that were counted before; none if it depends on more of a row than its time,
 * revision and variant.
 */
export async function readCounted(tx: Tx, scope: Scope): Promise<Counted> {
	const { site, prompt, since, until, revision, variant, trait, account, condition } = scope;
	const isCounted = !trait?.length && account === undefined && condition === undefined;
	type Row = { day: string; from_at: Date; to_at: Date; figures: CountedVersion[]; shown: boolean };
	const rows = isCounted
		? await tx<Row[]>`
			select k.day::text as day, k.from_at, k.to_at, k.figures,
			       -- As the policies of app.displays.
			       k.from_at >= now() - interval '90 days' as shown
			from app.result_parts k
			where k.site_id = ${site} and k.prompt_id = ${prompt} and k.figures is not null
			  and k.zone = app.site_time_zone(${site})
			  ${since === undefined ? tx`` : tx`and k.from_at >= ${exactTime(tx, since)}`}
			  ${until === undefined ? tx`` : tx`and k.to_at <= ${exactTime(tx, until)}`}
			order by k.from_at`
		: [];
	const parts = rows.map(({ day, from_at: from, to_at: to, figures, shown }) => ({
		...{ day, from: from.toISOString(), to: to.toISOString(), shown },
		versions: figures.filter(
			(version) =>
				(revision === undefined || version.revision === revision) &&
				(variant === undefined || version.variant === variant),
		),
	}));
	const shown = parts.filter((part) => part.shown);
	return {
		...{ parts, shown },
		restOfResponses: findRest({ from: since, to: until }, parts),
		restOfDisplays: findRest({ from: since, to: until }, shown),
	};
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
	if (whole.to === undefined || from === undefined || Date.parse(from) < Date.parse(whole.to)) {
		rest.push({ from, to: whole.to });
	}
	return rest;
}

/** Whether a time of a row is in one of the ranges, to follow other conditions. */
export function isWithin(tx: Tx, column: Fragment, ranges: readonly Range[]): Fragment {
	if (ranges.length === 0) return tx`and false`;
	const tests = ranges.map(({ from, to }) =>
		from === undefined && to === undefined
			? tx`true`
			: tx`(${from === undefined ? tx`true` : tx`${column} >= ${exactTime(tx, from)}`}
				and ${to === undefined ? tx`true` : tx`${column} < ${exactTime(tx, to)}`})`,
	);
	return tx`and (${tests.reduce((all, test) => tx`${all} or ${test}`)})`;
}

/** The versions of all parts, each with its day and its key. */
export function listVersionsOf(parts: readonly Part[]) {
	return parts.flatMap(({ day, versions }) =>
		versions.map((version) => ({
			...version,
			...{ day, key: versionKey(version.revision, version.variant) },
		})),
	);
}
