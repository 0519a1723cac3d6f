// Budgets are shared by all subjects: no period may have more displays than its budget, and what the service counted must
// be what it stored.
import { firstDayOf } from '../../supabase/tests/reference/decision.ts';
import type { History, HistoryDisplay } from './history.ts';

type Period = { prompt: string; period: string; startsOn: string; displays: number; late: number };

const ofSite = '00000000-0000-0000-0000-000000000000';

export function findBudgetViolations(history: History): { what: string }[] {
	const counted = countPeriods(history);
	const stored = new Map(history.budgets.map((one) => [keyOf(one), one.displays]));
	return [...counted.values()].flatMap((period) => {
		const most = budgetOf(history, period);
		const kept = stored.get(keyOf(period));
		// An answer to a display that was released counts it again: the only way to exceed a budget.
		const exceeds = period.displays - period.late > most;
		return [
			...(exceeds
				? [{ what: `${describe(period)} has ${period.displays} displays, of ${most} allowed` }]
				: []),
			...(kept !== undefined && kept !== period.displays
				? [{ what: `${describe(period)} has ${period.displays} displays, but ${kept} are counted` }]
				: []),
		];
	});
}

/** The displays of each period that a budget names, without those that were released. */
function countPeriods(history: History): Map<string, Period> {
	const periods = new Map<string, Period>();
	for (const display of history.displays) {
		if (display.state === 'released') continue;
		for (const one of listPeriods(history, display)) {
			const period = periods.get(keyOf(one)) ?? { ...one, displays: 0, late: 0 };
			period.displays++;
			if (display.releasedAt !== null) period.late++;
			periods.set(keyOf(one), period);
		}
	}
	return periods;
}

function listPeriods(
	{ hoursAhead, limits, prompts }: History,
	{ prompt, revision, at }: HistoryDisplay,
) {
	const content = prompts.find((one) => one.id === prompt && one.revision === revision)?.content;
	const { budget } = content ?? {};
	return [
		...(budget?.displays === undefined ? [] : [{ prompt, period: 'total', startsOn: '-infinity' }]),
		...(budget?.period
			? [
					{
						prompt,
						period: budget.period.every,
						startsOn: firstDayOf(budget.period.every, at, hoursAhead),
					},
				]
			: []),
		...(limits.displays_per_day === undefined
			? []
			: [{ prompt: ofSite, period: 'site', startsOn: firstDayOf('day', at, hoursAhead) }]),
	];
}

/** The largest budget that any revision of the prompt gave the period. */
function budgetOf({ prompts, limits }: History, { prompt, period }: Period): number {
	if (period === 'site') return limits.displays_per_day ?? Infinity;
	const budgets = prompts
		.filter(({ id }) => id === prompt)
		.map(({ content: { budget } }) =>
			period === 'total' ? budget?.displays : budget?.period?.displays,
		);
	return Math.max(...budgets.map((most) => most ?? Infinity));
}

const keyOf = ({ prompt, period, startsOn }: Pick<Period, 'prompt' | 'period' | 'startsOn'>) =>
	`${prompt} ${period} ${startsOn}`;

function describe({ prompt, period, startsOn }: Period): string {
	if (period === 'site') return `the site's day ${startsOn}`;
	return period === 'total' ? `prompt ${prompt}` : `prompt ${prompt}, ${period} of ${startsOn}`;
}
