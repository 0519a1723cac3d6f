// The decision as documented: the candidates, the first failing rule of each, and the candidate that got furthest.
import { createHash } from 'node:crypto';

import { findAudienceRule } from '@feedback/contract';
import type { Prompt, SiteSettings } from '@feedback/contract';
import type { DeviceDisplay, Reason, Values } from '@feedback/contract/wire';

import { holds, mayHold, type PastDisplay, type RuleFacts } from './rule.ts';

export type PublishedPrompt = { id: string; publishedAt: number; content: Prompt };

export type DecisionFacts = RuleFacts & {
	event: string;
	sampleKey: string;
	session: string;
	sessionStart: number;
	device: DeviceDisplay[];
	/** The backend reports the event, not a browser. */
	backend: boolean;
	/** Whether there is a page: an event from the backend has none until a browser claims its prompt. */
	hasPage: boolean;
	/** When the event was reported; earlier than `now` if its prompt has waited. */
	reportedAt: number;
	site: string;
	limits: SiteSettings['limits'];
	/** The subject's other events. */
	past: PastEvent[];
	/** When each prompt was last displayed to each group, by `groupOf`. */
	groups: Map<string, number>;
	/** Hours that the site's time zone is ahead of UTC. */
	hoursAhead: number;
	spent: Spent;
};

/** Counts so far: per prompt in total and in the current period, and for the site today. */
export type Spent = {
	prompts: Record<string, { displays: number; responses: number; period: number }>;
	site: number;
};

export type PastEvent = { name: string; at: number; properties: Values; backend: boolean };

const day = 86_400_000;

/** The order of the rules, which determines how far a candidate got. */
const order: Reason[] = [
	'trigger_properties',
	'unverified',
	'trigger_count',
	'audience',
	'sampled_out',
	'not_started',
	'ended',
	'session_too_young',
	'postponed',
	'seen_limit',
	'answered',
	'prompt_cooldown',
	'site_cooldown',
	'session_limit',
	'group_limit',
	'budget',
	'paced',
	'holdout',
	'waiting',
	'displayed',
];

export function decide(
	prompts: PublishedPrompt[],
	facts: DecisionFacts,
): { reason: Reason; prompt?: string; variant?: string } {
	const outcomes = prompts
		.filter((prompt) => prompt.content.trigger?.events.includes(facts.event))
		// A backend event never triggers a browser prompt. For a browser event, a backend prompt's trigger does not match.
		.filter((prompt) => !facts.backend || isForBackend(prompt.content))
		.map((prompt) => ({ prompt, reason: evaluate(prompt, facts, prompts) }));
	outcomes.sort(
		(a, b) =>
			order.indexOf(b.reason) - order.indexOf(a.reason) ||
			b.prompt.content.priority - a.prompt.content.priority ||
			a.prompt.publishedAt - b.prompt.publishedAt ||
			(a.prompt.id < b.prompt.id ? -1 : 1),
	);
	const first = outcomes[0];
	if (!first) return { reason: 'no_prompt' };
	const variant = drawVariant(first.prompt, facts.sampleKey)?.key;
	return { reason: first.reason, prompt: first.prompt.id, ...(variant && { variant }) };
}

/** The variant whose share of [0, 1) contains the subject; the shares are in the order of the file. */
function drawVariant({ id, content: { experiment } }: PublishedPrompt, key: string) {
	if (!experiment) return undefined;
	const at = sample(id, `${experiment.key} ${key}`);
	const total = experiment.variants.reduce((sum, { weight }) => sum + weight, 0);
	let until = 0;
	return experiment.variants.find(({ weight }) => (until += weight) / total > at);
}

export function timingOf(
	prompt: PublishedPrompt,
	{ sampleKey }: Pick<DecisionFacts, 'sampleKey'>,
): Prompt['timing'] {
	return { ...prompt.content.timing, ...drawVariant(prompt, sampleKey)?.timing };
}

function evaluate(prompt: PublishedPrompt, facts: DecisionFacts, all: PublishedPrompt[]): Reason {
	const { content } = prompt;
	const timing = timingOf(prompt, facts);
	const audience = findAudienceRule(content.audience);
	// The event from the backend has no page; the browser that would show the prompt is checked later.
	const meets = facts.hasPage ? holds : mayHold;
	return (
		checkTrigger(content, facts) ??
		checkRepeated(content, facts) ??
		(audience && !meets(audience, facts) ? 'audience' : undefined) ??
		(sample(prompt.id, facts.sampleKey) >= content.sampling.rate ? 'sampled_out' : undefined) ??
		checkTiming(timing, facts) ??
		checkPromptLimits(prompt, facts) ??
		checkSiteLimits(content, facts, all) ??
		checkGroup(prompt, facts) ??
		checkBudget(prompt, facts) ??
		(sample(facts.site, facts.sampleKey) < facts.limits.holdout ? 'holdout' : undefined) ??
		(timing.delay_seconds > 0 || content.trigger?.unless || isForBackend(content)
			? 'waiting'
			: 'displayed')
	);
}

function checkTrigger({ trigger }: Prompt, facts: DecisionFacts): Reason | undefined {
	if (!trigger) return undefined;
	if (trigger.source === 'backend' && !facts.backend) return 'trigger_properties';
	const meets = (given: DecisionFacts, requireAll: boolean) =>
		!trigger.where || holds(requireAll ? requireVerified(trigger.where) : trigger.where, given);
	const strict = trigger.verified
		? facts.verified !== null && meets(facts, true)
		: meets(facts, false);
	if (strict) return undefined;
	// Would it have matched if every reported property had been verified?
	const reported = { ...facts.properties, ...facts.verified };
	return meets({ ...facts, verified: reported }, trigger.verified)
		? 'unverified'
		: 'trigger_properties';
}

/** This event and those before it that would have triggered the prompt too, whenever that is asked. */
function checkRepeated({ trigger }: Prompt, facts: DecisionFacts): Reason | undefined {
	if (!trigger?.repeated) return undefined;
	const { times, within_minutes: minutes } = trigger.repeated;
	const others = facts.past.filter(
		({ name, at, properties, backend }) =>
			at >= facts.reportedAt - minutes * 60_000 &&
			at <= facts.reportedAt &&
			backend === (trigger.source === 'backend') &&
			trigger.events.includes(name) &&
			checkTrigger({ trigger } as Prompt, {
				...facts,
				now: at,
				properties: backend ? {} : properties,
				verified: backend ? properties : null,
				backend,
			}) === undefined,
	);
	return others.length + 1 < times ? 'trigger_count' : undefined;
}

/** Names the group of a prompt to which the subject belongs. */
export function groupOf({ id, content }: PublishedPrompt, traits: Values): string | undefined {
	const trait = content.limits.per_group?.trait;
	const value = trait === undefined ? undefined : traits[trait];
	return value === undefined || value === null || value === ''
		? undefined
		: JSON.stringify([id, value]);
}

function checkGroup(prompt: PublishedPrompt, facts: DecisionFacts): Reason | undefined {
	const last = facts.groups.get(groupOf(prompt, facts.traits) ?? '');
	const days = prompt.content.limits.per_group?.days ?? 0;
	return last !== undefined && last > facts.now - days * day ? 'group_limit' : undefined;
}

export function isForBackend({ trigger }: Prompt): boolean {
	return trigger?.source === 'backend';
}

function requireVerified<Rule>(rule: Rule): Rule {
	return JSON.parse(JSON.stringify(rule), (_, value: unknown) =>
		typeof value === 'object' && value !== null && 'property' in value
			? { ...value, verified: true }
			: value,
	) as Rule;
}

/** The position of a subject in [0, 1) for a prompt. */
export function sample(prompt: string, key: string): number {
	const head = createHash('md5')
		.update(prompt + key)
		.digest('hex')
		.slice(0, 8);
	return Number.parseInt(head, 16) / 2 ** 32;
}

function checkTiming(timing: Prompt['timing'], facts: DecisionFacts): Reason | undefined {
	if (timing.starts_at && Date.parse(timing.starts_at) > facts.now) return 'not_started';
	if (timing.ends_at && Date.parse(timing.ends_at) <= facts.now) return 'ended';
	const age = facts.now - facts.sessionStart;
	return timing.min_session_seconds > 0 && age < timing.min_session_seconds * 1_000
		? 'session_too_young'
		: undefined;
}

function checkPromptLimits({ content }: PublishedPrompt, facts: DecisionFacts): Reason | undefined {
	const shown = live(facts).filter((display) => display.surveyId === content.survey_id);
	if (shown.some(({ postponed }) => postponed && postponed.until > facts.now)) return 'postponed';
	// What was postponed does not count for its own prompt.
	const mine = shown.filter(({ postponed }) => !postponed);
	const device = deviceOf(facts).filter((display) => display.survey_id === content.survey_id);
	const times = Math.max(mine.length, device.length > 0 ? 1 : 0);
	const last = Math.max(
		...mine.map((display) => display.at),
		...device.filter(isPast(facts)).map((display) => display.at),
	);
	const { show, times: most = Infinity, again_after_days: again = 0 } = content.limits;
	if ((show === 'once' && times >= 1) || (show === 'times' && times >= most)) return 'seen_limit';
	if (show === 'until_answered' && mine.some((display) => display.answeredAt !== undefined)) {
		return 'answered';
	}
	return again > 0 && last > facts.now - again * day ? 'prompt_cooldown' : undefined;
}

function checkSiteLimits(
	content: Prompt,
	facts: DecisionFacts,
	all: PublishedPrompt[],
): Reason | undefined {
	if (content.limits.site_limits === 'ignore') return undefined;
	const { cooldown_days: cooldown, window, per_session: perSession } = facts.limits;
	const surveys = all.map((prompt) => prompt.content.survey_id);
	// The device remembers one display for each of the site's prompts.
	const device = deviceOf(facts)
		.filter(isPast(facts))
		.filter((display) => surveys.includes(display.survey_id));
	// What was postponed counts until the time that the visitor chose.
	const shown = live(facts).filter(({ postponed }) => !postponed);
	const waiting = live(facts).filter(({ postponed }) => postponed && postponed.until > facts.now);
	const times = [...shown, ...waiting, ...device].map((display) => display.at);
	if (cooldown > 0 && times.some((at) => at > facts.now - cooldown * day)) return 'site_cooldown';
	if (window) {
		const within = (display: { at: number }) => display.at > facts.now - window.days * day;
		const own = Math.max(shown.filter(within).length, device.filter(within).length);
		if (own + waiting.filter(within).length >= window.displays) return 'site_cooldown';
	}
	const inSession = [...shown, ...waiting].filter(
		({ session }) => session === facts.session,
	).length;
	return perSession !== undefined && inSession >= perSession ? 'session_limit' : undefined;
}

function checkBudget({ id, content: { budget } }: PublishedPrompt, facts: DecisionFacts) {
	const { displays_per_day: perDay = Infinity } = facts.limits;
	if (facts.spent.site >= perDay) return 'budget';
	const spent = facts.spent.prompts[id];
	if (!budget || !spent) return undefined;
	const { displays = Infinity, responses = Infinity, period } = budget;
	if (spent.displays >= displays || spent.responses >= responses) return 'budget';
	if (!period) return undefined;
	if (spent.period >= period.displays) return 'budget';
	if (!period.paced) return undefined;
	// Display number k may be reserved once (k - 1) / n of the period have passed.
	const local = new Date(facts.now + facts.hoursAhead * 3_600_000);
	const [start, end] = periodOf(period.every, local);
	return spent.period / period.displays > (Number(local) - start) / (end - start)
		? 'paced'
		: undefined;
}

/** The day, week or month of a local time. */
function periodOf(every: 'day' | 'week' | 'month', local: Date): [start: number, end: number] {
	const [year, month, date] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
	if (every === 'month') return [Date.UTC(year, month), Date.UTC(year, month + 1)];
	const first = every === 'day' ? date : date - ((local.getUTCDay() + 6) % 7);
	return [Date.UTC(year, month, first), Date.UTC(year, month, first + (every === 'day' ? 1 : 7))];
}

/** The first day of the period, in the database's format. */
export function firstDayOf(
	every: 'day' | 'week' | 'month',
	at: number,
	hoursAhead: number,
): string {
	const [start] = periodOf(every, new Date(at + hoursAhead * 3_600_000));
	return new Date(start).toISOString().slice(0, 10);
}

function live(facts: DecisionFacts): PastDisplay[] {
	return facts.displays.filter((display) => !display.released);
}

// Only for anonymous visitors.
function deviceOf(facts: DecisionFacts): DeviceDisplay[] {
	return facts.account === null ? facts.device : [];
}

/** A time that is further ahead comes from a wrong clock, and would extend a cooldown until that time. */
function isPast({ now }: DecisionFacts) {
	return ({ at }: DeviceDisplay) => at <= now + 60_000;
}
