import type { ResponseFilter } from '#lib/response/response-filter.ts';

/** The part of a filter that a message names, and that a digest can have. */
export type SentFilter = Pick<
	ResponseFilter,
	'prompt' | 'period' | 'from' | 'to' | 'traits' | 'account' | 'variant' | 'revision' | 'condition'
>;

/** Matches everything. */
export const noFilter: SentFilter = {
	prompt: '',
	period: '',
	from: '',
	to: '',
	traits: [],
	account: '',
	variant: '',
	revision: '',
	condition: '',
};
