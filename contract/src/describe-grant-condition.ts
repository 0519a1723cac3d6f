import { formatNumber } from './format-number.ts';
import type { GrantCondition, UnmetCondition } from './grant-conditions.ts';

type Kind = GrantCondition['kind'];
type Words<Of extends { kind: string }, Line> = {
	[Each in Of['kind']]: (of: Extract<Of, { kind: Each }>) => Line;
};

const count = (amount: number, one: string, many: string): string =>
	`${formatNumber(amount)} ${amount === 1 ? one : many}`;
const list = (names: string[]): string => names.join(', ');

const conditions: Words<GrantCondition, string> = {
	texts_only: () => 'only texts change: questions, labels, translations, the thank-you',
	prompts: ({ prompts }) => `only ${list(prompts)}`,
	weekly_budget: ({ displays }) =>
		`the budget of the prompt allows at most ${count(displays, 'display', 'displays')} a week`,
	forecast: ({ people, others_lose_percent: percent }) =>
		`by the forecast it reaches at most ${count(people, 'person', 'people')} in 30 days, and no other prompt loses more than ${percent}% of its displays`,
	uses: ({ times }) => (times === 1 ? 'once' : `at most ${formatNumber(times)} times`),
};

/**
 * Describes a condition of a standing grant in one line.
 *
 * @example
 * describeGrantCondition({ kind: 'uses', times: 5 }); // 'at most 5 times'
 */
export function describeGrantCondition(condition: GrantCondition): string {
	return (conditions[condition.kind] as (of: GrantCondition) => string)(condition);
}

/** Names of the kinds, in the order in which people read them. */
export const conditionNames: Record<Kind, string> = {
	texts_only: 'Texts only',
	prompts: 'These prompts',
	weekly_budget: 'Budget per week',
	forecast: 'Forecast',
	uses: 'Number of uses',
};

const forecastReasons: Record<
	Extract<UnmetCondition, { kind: 'forecast' }>['reason'],
	(of: Extract<UnmetCondition, { kind: 'forecast' }>) => string
> = {
	no_trigger: () => 'a prompt without a trigger cannot be forecast',
	missing: () => 'its forecast is not finished; the next attempt continues it',
	unknown: () => 'more prompts are live than a forecast lists',
	people: ({ people, forecast_people: found = 0 }) =>
		`by the forecast it may reach ${count(found, 'person', 'people')} in 30 days, and at most ${formatNumber(people)} are allowed`,
	loss: ({ others_lose_percent: percent, forecast_percent: found = 0, survey_id: id }) =>
		`by the forecast ${id ?? 'another prompt'} may lose ${formatNumber(found)}% of its displays, and at most ${percent}% are allowed`,
};

const unmet: Words<UnmetCondition, string> = {
	texts_only: ({ fields }) =>
		fields === null
			? 'only texts may change, and the prompt is not published yet'
			: `only texts may change, and this changes ${list(fields)}`,
	prompts: ({ prompts }) => `the prompt is none of ${list(prompts)}`,
	weekly_budget: ({ displays, budget_displays: found }) =>
		`${found === null ? 'no budget limits the displays' : `the budget allows ${count(found, 'display', 'displays')} a week`}, and at most ${formatNumber(displays)} a week are allowed`,
	forecast: (of) => forecastReasons[of.reason](of),
	uses: ({ times }) =>
		`${times === 1 ? 'its only use is' : `all ${formatNumber(times)} uses are`} used up`,
	unknown: () => 'this version of the service cannot check one of its conditions',
	until: ({ at }) => `it ended at ${at}`,
	state: ({ state }) => `the prompt is ${state}, and only a person changes that`,
};

/**
 * Describes why a condition does not hold.
 *
 * @example
 * describeUnmetCondition({ kind: 'uses', times: 5 }); // 'all 5 uses are used up'
 */
export function describeUnmetCondition(condition: UnmetCondition): string {
	return (unmet[condition.kind] as (of: UnmetCondition) => string)(condition);
}
