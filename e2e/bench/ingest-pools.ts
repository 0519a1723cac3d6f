// The sites on which the cost of an event is compared with another checkout.
import type { Requests } from './checkouts.ts';

/** Prompts of a site, the number of their event names, and the site's settings. */
export function ingestPools(make: Requests) {
	const settings = make.demandingSettings;
	return {
		'10 prompts': { prompts: make.rejectingPrompts(10, 10), names: 10, settings: undefined },
		'10 prompts, every rule': { prompts: make.demandingPrompts(10, 10), names: 10, settings },
		'1,000 over 50 names, judged': {
			prompts: make.demandingPrompts(1_000, 50, true),
			names: 50,
			settings,
		},
	} as const;
}
