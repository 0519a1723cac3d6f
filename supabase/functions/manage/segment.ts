import type { Fragment, Tx } from '../_shared/statement.ts';

/** A part of the subjects, by what they were when the prompt was displayed. */
export type Segment = {
	/** `key:value`; all of them hold. */
	trait?: string[] | undefined;
	account?: string | undefined;
	/** Number of the revision that was displayed. */
	revision?: number | undefined;
	/** Key of the variant that was displayed. */
	variant?: string | undefined;
};

/**
 * What a segment demands of displays or responses, to follow other conditions. `rows` is their name in the
 * statement. A value is compared as text, so that `seats:3` finds the number and the string.
 */
export function filterSegment(
	tx: Tx,
	site: string,
	{ trait = [], account, revision, variant }: Segment,
	rows: Fragment,
): Fragment {
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
		}`,
	);
}
