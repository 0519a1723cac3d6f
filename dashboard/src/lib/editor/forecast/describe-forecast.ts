import { formatSample } from '@feedback/contract';
import type { Prompt, reasons, RouteOutput, SiteSettings } from '@feedback/contract';
import { formatNumber } from '#lib/text/format-number.ts';
import { formatPercent } from '#lib/text/format-percent.ts';

type Reason = keyof typeof reasons;
export type ForecastFigures = RouteOutput<'forecast'>;

/** Outcomes of events, after their number: `3,104` **outside the sample**. */
const outcomes = {
	displayed: 'would have shown it',
	waiting: 'left before it was due',
	trigger_properties: 'with other properties',
	unverified: 'without a valid proof',
	trigger_count: 'not often enough yet',
	audience: 'outside the audience',
	sampled_out: 'outside the sample',
	not_started: 'before the start date',
	ended: 'after the end date',
	session_too_young: 'too early in a visit',
	postponed: 'from people who chose to be asked later',
	seen_limit: 'from people who saw it often enough',
	answered: 'from people who answered it',
	prompt_cooldown: 'too soon after the last display',
	site_cooldown: 'too soon after another prompt',
	session_limit: 'in visits with enough prompts',
	group_limit: 'from groups that have seen it',
	budget: 'after the budget was spent',
	paced: 'ahead of the pace of the budget',
	holdout: 'from people in the holdout',
	withdrawn: 'withdrawn by another event',
	lost_priority: 'lost to another prompt',
	no_prompt: 'without a matching trigger',
	not_captured: 'not captured',
	busy: 'while another prompt was open',
	hidden: 'on a hidden page',
	vetoed: 'declined by the app',
	throttled: 'over the rate limit',
	bot: 'from bots',
	duplicate: 'decided before',
} satisfies Record<Reason, string>;

/** One bar: how many events had this reason. */
export type Bar = {
	reason: Reason;
	events: number;
	/** Share of all events, from 0 to 1. */
	share: number;
	text: string;
	isReached: boolean;
};

/**
 * The reasons of a forecast as bars: displays first, then the most frequent reasons.
 *
 * @example
 * listBars({ sampled_out: 3104, displayed: 412 })[1].text; // '3,104 outside the sample'
 */
export function listBars(byReason: Record<string, number>): Bar[] {
	const counts = Object.entries(byReason) as [Reason, number][];
	const all = counts.reduce((sum, [, events]) => sum + events, 0);
	return counts
		.filter(([, events]) => events > 0)
		.map(([reason, events]) => ({
			reason,
			events,
			share: events / all,
			text: `${formatNumber(events)} ${outcomes[reason]}`,
			isReached: reason === 'displayed',
		}))
		.sort(
			(one, other) => Number(other.isReached) - Number(one.isReached) || other.events - one.events,
		);
}

/**
 * Describes how many people the prompt would have reached, with the margin of error.
 *
 * @example
 * describeReach(figures, 30); // 'Would have reached 412 people in 30 days.'
 */
export function describeReach(figures: ForecastFigures, days: number): string {
	const { subjects, error, high } = figures;
	if (subjects === 0) {
		const most = high > 0 ? `, and at most ${countPeople(high)}` : '';
		return `Would have reached nobody in ${days} days${most}.`;
	}
	const people = countPeople(subjects);
	if (error === 0) return `Would have reached ${people} in ${days} days.`;
	return `Would have reached about ${people} in ${days} days, give or take ${roundUp(error)}.`;
}

/** The size of the sample; undefined if nothing was sampled. */
export function describeSample({ sampled, share }: ForecastFigures): string | undefined {
	if (!sampled) return undefined;
	return `Estimated from the events of ${formatSample(share)} of people.`;
}

/**
 * The share of people still present after the delay; undefined without a delay, or if unknown. A prompt with `unless` does
 * not depend on it.
 */
export function describeClaims(
	{ claimed }: ForecastFigures,
	{ trigger }: Pick<Prompt, 'trigger'>,
): string | undefined {
	if (claimed === null || trigger?.unless) return undefined;
	return `${formatPercent(claimed)} of people were still there after the delay.`;
}

/**
 * Describes the limits that the forecast of a single prompt ignores; undefined if there are none. Effect includes them.
 *
 * @example
 * describeIgnored(prompt, settings.limits); // 'It may reach fewer people: the forecast ignores budgets.'
 */
export function describeIgnored(
	{ budget, limits }: Pick<Prompt, 'budget' | 'limits'>,
	site: Pick<SiteSettings['limits'], 'displays_per_day'>,
): string | undefined {
	const ignored = [
		...(budget || site.displays_per_day ? ['budgets'] : []),
		...(limits.per_group ? ['the limit per group'] : []),
	];
	if (ignored.length === 0) return undefined;
	return `It may reach fewer people: the forecast ignores ${ignored.join(' and ')}.`;
}

function countPeople(people: number): string {
	return people === 1 ? '1 person' : `${formatNumber(people)} people`;
}

/**
 * Describes how a forecast treats the start and the end; undefined if these do not matter.
 *
 * @example
 * describeDates({ timing: { starts_at: '2026-12-01T00:00:00Z' } }, { days: 30, now }); // 'Counted as if it had been live for all 30 days, …'
 */
export function describeDates(
	{ timing: { starts_at: starts, ends_at: ends } }: Pick<Prompt, 'timing'>,
	{ days, now }: { days: number; now: number },
): string | undefined {
	if (ends !== undefined && Date.parse(ends) <= now) return 'It has ended.';
	const isRecent = starts !== undefined && Date.parse(starts) > now - days * 86_400_000;
	if (!isRecent && ends === undefined) return undefined;
	return `Counted as if it had been live for all ${days} days, whenever it starts or ends.`;
}

function roundUp(share: number): string {
	const percent = share * 100;
	return percent < 1 ? 'less than 1%' : `${Math.ceil(percent)}%`;
}

/**
 * Why the forecast covers too short a time; undefined if it does not.
 *
 * @example
 * describeLimitation({ firstEvent: '2026-11-18T08:00:00Z', days: 30, now }); // 'The site’s first event was 2 days ago, …'
 */
export function describeLimitation(site: {
	firstEvent: string | null;
	days: number;
	now: number;
}): string | undefined {
	if (site.firstEvent === null) return 'This site has no events yet.';
	const age = Math.floor((site.now - Date.parse(site.firstEvent)) / 86_400_000);
	if (age >= site.days) return undefined;
	const when = age === 0 ? 'today' : age === 1 ? 'yesterday' : `${age} days ago`;
	return `The site’s first event was ${when}, so this covers less than ${site.days} days.`;
}

/**
 * A key derived from everything that the forecast depends on: equal keys mean equal forecasts.
 *
 * @example
 * forecastKey(prompt) === forecastKey({ ...prompt, name: 'Another' }); // true
 */
export function forecastKey(prompt: Prompt): string {
	const { survey_id, audience, trigger, sampling, timing, limits, budget, priority, experiment } =
		prompt;
	return JSON.stringify([
		survey_id,
		audience,
		trigger,
		sampling,
		timing,
		limits,
		budget,
		priority,
		experiment && [experiment.key, experiment.variants.map((one) => [one.weight, one.timing])],
	]);
}
