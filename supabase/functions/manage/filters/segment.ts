import type { ResponseCondition, Rule } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import { meetsCondition, type Compared } from './meets-condition.ts';

/** A part of the subjects, by their state when the prompt was displayed. */
export type Segment = {
	/** `key:value`; all of them must match. */
	trait?: string[] | undefined;
	account?: string | undefined;
	/** Number of the revision that was displayed. */
	revision?: number | undefined;
	/** Key of the variant that was displayed. */
	variant?: string | undefined;
	/** Condition on answers, and on the state at the display. */
	condition?: Rule<ResponseCondition> | undefined;
};

/** The rows that a statement filters: `r` of app.responses, or `d` of app.displays. */
export type FilteredRows = 'r' | 'd';

/**
 * Returns a segment's conditions on displays or responses, to append to other conditions. `rows` is their name
 * in the statement. In a display without a response, every question counts as skipped. Values are compared as
 * text, so that `seats:3` finds the number and the string.
 */
export function filterSegment(
	tx: Tx,
	site: string,
	{ trait = [], account, revision, variant, condition }: Segment,
	of: FilteredRows,
): Fragment {
	const rows = of === 'r' ? tx`r` : tx`d`;
	return trait.reduce(
		(demanded, one) => {
			const at = one.indexOf(':');
			return tx`${demanded} and ${rows}.traits ->> ${one.slice(0, at)}::text = ${one.slice(at + 1)}`;
		},
		tx`${variant === undefined ? tx`` : tx`and ${rows}.variant = ${variant}`}
		${revision === undefined ? tx`` : tx`and ${rows}.revision = ${revision}`}
		${
			account === undefined
				? tx``
				: tx`and ${rows}.subject_id = (
				select s.id from app.subjects s where s.site_id = ${site} and s.account = ${account})`
		}
		${condition === undefined ? tx`` : tx`and ${meetsCondition(tx, condition, whatIsCompared(tx, of))}`}`,
	);
}

/** Returns the values of the rows that a condition compares. */
export function whatIsCompared(tx: Tx, of: FilteredRows): Compared {
	if (of === 'r') {
		return {
			answers: tx`r.answers`,
			traits: tx`r.traits`,
			context: tx`r.context`,
			at: tx`r.created_at`,
		};
	}
	return {
		answers: tx`coalesce((select x.answers from app.responses x
			where x.site_id = d.site_id and x.display_id = d.id), '{}')`,
		traits: tx`d.traits`,
		context: tx`d.context`,
		at: tx`d.reserved_at`,
	};
}
