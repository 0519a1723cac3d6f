import type { Facts, Rule } from '../wire.ts';
import { describeCondition } from './describe-condition.ts';
import type { ExplainedPrompt, ExplainedRule, RuleCode, RuleFacts } from './rule-facts.ts';
import {
	ago,
	countOf,
	writeMinutes,
	writeNumber,
	writePosition,
	writeShare,
	writeTime,
} from './write-amount.ts';

type Words<Facts> = { rule: string; text: (facts: Facts, passed: boolean) => string };

/** The name of each rule, and its text. */
const words: { [Code in RuleCode]: Words<RuleFacts[Code]> } = {
	audience: { rule: 'audience', text: describeCondition },
	audience_in_browser: {
		rule: 'audience',
		text: () =>
			'conditions on the page, the device and the language are checked in the browser that would show the prompt',
	},
	cancel: {
		rule: 'cancel',
		text: ({ events }) => `while it waits, ${events.join(' or ')} withdraws it`,
	},
	delay: {
		rule: 'delay',
		text: ({ seconds }) => `shown ${seconds} seconds after the event; here at once`,
	},
	displays_budget: {
		rule: 'budget',
		text: ({ spent, allowed }) => `${spent} of ${allowed} displays are used`,
	},
	end: { rule: 'end', text: ({ at }) => `ends ${writeTime(at)}` },
	event: {
		rule: 'event',
		text: ({ events, name }, passed) => {
			if (!events) return 'the prompt has no trigger; only show() displays it';
			return passed
				? `${name} triggers the prompt`
				: `${name} does not trigger the prompt; ${events.join(' or ')} does`;
		},
	},
	experiment: {
		rule: 'experiment',
		text: ({ variant, experiment, position }) =>
			`variant ${variant} of ${experiment}: drawn at ${writePosition(position)}`,
	},
	group_limit: {
		rule: 'group limit',
		text: ({ trait, applies, seconds_ago, days }) =>
			applies
				? `last shown to a visitor with this ${trait} ${ago(seconds_ago)}, at most once within ${countOf(days, 'day')}`
				: `the visitor has no ${trait}, so the limit per group does not apply`,
	},
	holdout: {
		rule: 'holdout',
		text: ({ position, share }, passed) =>
			passed
				? `not in the holdout: ${writePosition(position)} ≥ ${writeShare(share)}`
				: `in the holdout: ${writePosition(position)} < ${writeShare(share)}`,
	},
	limits: {
		rule: 'limits',
		text: ({ displays, seconds_ago, show, times, again_after_days }) =>
			[
				displays === 0
					? 'not shown yet'
					: `shown ${countOf(displays, 'time')}, last ${ago(seconds_ago)}`,
				`; show ${show.replaceAll('_', ' ')}`,
				times !== null && `: ${times}`,
				again_after_days !== null && `, again after ${countOf(again_after_days, 'day')}`,
			]
				.filter(Boolean)
				.join(''),
	},
	pacing: {
		rule: 'pacing',
		text: ({ percent, every, due, allowed }) =>
			`${percent}% of the ${every} has elapsed, which allows ${due} of ${allowed} displays`,
	},
	period_budget: {
		rule: 'budget',
		text: ({ spent, allowed, every }) =>
			`${spent} of ${allowed} displays for ${every === 'day' ? 'today' : `this ${every}`} are used`,
	},
	postponed: {
		rule: 'postponed',
		text: ({ at }) => `the visitor chose to be asked again from ${writeTime(at)} on`,
	},
	repeated: {
		rule: 'repeated',
		text: ({ times, within_minutes, count }) =>
			`at least ${times} such events within ${writeMinutes(within_minutes)}; it is number ${count}`,
	},
	responses_budget: {
		rule: 'budget',
		text: ({ spent, allowed }) => `${spent} of ${allowed} responses are stored`,
	},
	sampling: {
		rule: 'sampling',
		text: ({ position, rate }, passed) =>
			passed
				? `in the sample: ${writePosition(position)} < ${writeShare(rate)}`
				: `sampled out: ${writePosition(position)} ≥ ${writeShare(rate)}`,
	},
	session: {
		rule: 'session',
		text: ({ seconds_ago, required }) =>
			`the session began ${ago(seconds_ago)}, at least ${required} seconds are required`,
	},
	session_limit: {
		rule: 'session limit',
		text: ({ displays, limit }) => `${displays} shown in this session, at most ${limit}`,
	},
	site_budget: {
		rule: 'site budget',
		text: ({ spent, allowed }) => `${spent} of the site's ${allowed} displays for today are used`,
	},
	site_cooldown: {
		rule: 'site cooldown',
		text: ({ seconds_ago, cooldown_days, window_displays, window_days, window_limit }) => {
			const shown =
				seconds_ago === null ? 'no prompt shown yet' : `any prompt shown ${ago(seconds_ago)}`;
			const cooldown =
				cooldown_days === 0
					? `${shown}, no cooldown`
					: `${shown}, cooldown ${countOf(cooldown_days, 'day')}`;
			return window_displays === null || window_days === null || window_limit === null
				? cooldown
				: `${cooldown}; ${window_displays} shown within ${countOf(window_days, 'day')}, at most ${writeNumber(window_limit)}`;
		},
	},
	site_limits: { rule: 'site limits', text: () => 'the prompt ignores them' },
	source: {
		rule: 'source',
		text: (_, passed) =>
			passed
				? 'the event is from the backend'
				: 'the event is from a browser; only events from the backend trigger the prompt',
	},
	start: { rule: 'start', text: ({ at }) => `starts ${writeTime(at)}` },
	trigger: { rule: 'trigger', text: describeCondition },
	unless: {
		rule: 'unless',
		text: ({ within_minutes, events }) =>
			`waits for ${writeMinutes(within_minutes)}; none of ${events.join(', ')} may follow`,
	},
	verified: {
		rule: 'verified',
		text: ({ backend }, passed) =>
			backend
				? 'the event is from the backend'
				: passed
					? 'the event has a valid proof'
					: 'the event has no valid proof',
	},
};

function describeRule<Code extends RuleCode>({ code, passed, facts }: ExplainedRule<Code>): Rule {
	const { rule, text }: Words<RuleFacts[Code]> = words[code];
	return { rule, text: text(facts, passed), passed };
}

/** Describes the rules of a prompt with their facts. */
export function describeRules(rules: ExplainedRule[]): Rule[] {
	return rules.map((rule) => describeRule(rule));
}

/** Describes every rule of explained prompts. */
export function describeDecisions(prompts: ExplainedPrompt[]): Facts {
	return prompts.map((prompt) => ({ ...prompt, rules: describeRules(prompt.rules) }));
}
