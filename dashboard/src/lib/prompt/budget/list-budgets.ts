import type { RouteOutput } from '@feedback/contract';

import { formatMoment } from '#lib/text/format-moment.ts';
import { formatNumber } from '#lib/text/format-number.ts';

type BudgetState = NonNullable<RouteOutput<'getPrompt'>['budget']>;

export type SpentBudget = {
	name: string;
	allowed: number;
	spent: number;
	/** The spent and remaining amounts, and the end of the period. */
	note: string;
};

/**
 * Lists the budgets of a prompt and of its site, each with the spent and remaining amounts.
 *
 * @example
 * listBudgets(prompt.budget)[0].note; // '488 left'
 */
export function listBudgets(budget: BudgetState): SpentBudget[] {
	const { displays, responses, period, displays_per_day: daily } = budget;
	return [
		...(displays ? [{ name: 'Displays', ...displays, note: sayLeft(displays) }] : []),
		...(responses ? [{ name: 'Responses', ...responses, note: sayLeft(responses) }] : []),
		...(period
			? [
					{
						name: `Displays this ${period.every}`,
						...period,
						note: [
							sayLeft(period),
							...(period.due === null ? [] : [`${formatNumber(period.due)} due by now`]),
							`until ${formatMoment(period.ends_at)}`,
						].join(', '),
					},
				]
			: []),
		...(daily
			? [
					{
						name: 'Displays of the site today',
						...daily,
						note: `${sayLeft(daily)}, of all prompts`,
					},
				]
			: []),
	];
}

function sayLeft({ allowed, spent, left }: { allowed: number; spent: number; left: number }) {
	return spent > allowed
		? `spent, ${formatNumber(spent - allowed)} more than the budget`
		: `${formatNumber(left)} left`;
}
