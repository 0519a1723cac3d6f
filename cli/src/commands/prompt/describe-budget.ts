import type { RouteOutput } from '@feedback/contract';

import { moment } from '../../output/more.ts';

type BudgetState = RouteOutput<'getPrompt'>['budget'];
type Spent = NonNullable<NonNullable<BudgetState>['displays']>;

/**
 * A line for each budget of a prompt and its site.
 *
 * @example
 * describeBudget(data.budget); // [['Budget', '12 of 500 displays used, 488 left']]
 */
export function describeBudget(budget: BudgetState): [string, string][] {
	if (!budget) return [];
	const { displays, responses, period, displays_per_day } = budget;
	const lines: [string, string][] = [];
	if (displays) lines.push(['Budget', say(displays, 'displays used')]);
	if (responses) lines.push(['Budget', say(responses, 'responses stored')]);
	if (period) {
		const { every, due, ends_at } = period;
		const pace = due === null ? '' : `; ${due} due by now`;
		const current = every === 'day' ? 'today' : `this ${every}`;
		const until = `until ${moment(ends_at)}`;
		lines.push(['Budget', `${say(period, `displays used ${current}`)}${pace}, ${until}`]);
	}
	if (displays_per_day) {
		lines.push(['Budget of the site', say(displays_per_day, 'displays used today')]);
	}
	return lines;
}

function say({ allowed, spent, left }: Spent, what: string): string {
	return `${spent} of ${allowed} ${what}, ${left} left`;
}
