import type { ResponseCondition, Rule } from '@feedback/contract';

import { describeRule } from '#lib/prompt/description/describe-rule.ts';
import { describePeriod } from '#lib/response/describe-period.ts';
import { visibleText } from '#lib/text/visible-text.ts';

import type { Shown, ShownFilter } from './shown.ts';

/** The text about the figures of a page, for pictures and for print. */
export type View = {
	name: string;
	/** Sentences that describe whose answers are shown, and their period. */
	facts: string[];
};

/** Describes what a page shows. */
export function describeShown({ name, of }: Shown): View {
	return {
		name: visibleText(name),
		facts: typeof of === 'string' ? [visibleText(of)] : describeFilter(of),
	};
}

/**
 * Describes whose answers a filter matches, and their period.
 *
 * @example
 * describeFilter(filter); // ['Filter: plan:pro, revision 3.', 'Last 30 days.']
 */
export function describeFilter(filter: ShownFilter): string[] {
	const parts = [
		...filter.traits,
		...(filter.account ? [`account ${filter.account}`] : []),
		...(filter.variant ? [`variant ${filter.variant}`] : []),
		...(filter.revision ? [`revision ${filter.revision}`] : []),
	];
	const conditions = filter.condition ? describeCondition(filter.condition) : [];
	const who = [
		...(parts.length > 0 ? [`Filter: ${visibleText(parts.join(', '))}.`] : []),
		...conditions,
	];
	return [...(who.length > 0 ? who : ['All visitors.']), `${describePeriod(filter)}.`];
}

// A condition typed into the URL may be invalid.
function describeCondition(json: string): string[] {
	try {
		return describeRule(JSON.parse(json) as Rule<ResponseCondition>);
	} catch {
		return [visibleText(`Condition ${json}.`)];
	}
}
