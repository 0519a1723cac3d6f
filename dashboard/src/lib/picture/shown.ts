import { createContext } from 'svelte';

import type { ResponseFilter } from '#lib/response/response-filter.ts';

export type ShownFilter = Pick<
	ResponseFilter,
	'period' | 'from' | 'to' | 'traits' | 'account' | 'variant' | 'revision' | 'condition'
>;

/**
 * What a page shows: whose answers, and their period. The code that describes this in words is loaded with the first
 * picture.
 */
export type Shown = {
	/** The prompt, or the heading of a shared page. */
	name: string;
	/** The page's filter, or the description of a shared page. */
	of: ShownFilter | string;
};

export const [getShown, setShown] = createContext<() => Shown>();
