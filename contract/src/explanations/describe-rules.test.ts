import { expect, it } from 'vitest';

import { describeRules } from './describe-rules.ts';
import type { ExplainedRule } from './rule-facts.ts';

it.each<[ExplainedRule, string]>([
	[
		{ code: 'event', passed: true, facts: { events: ['saved', 'sent'], name: 'sent' } },
		'event: sent triggers the prompt',
	],
	[
		{ code: 'event', passed: false, facts: { events: ['saved', 'sent'], name: 'read' } },
		'event: read does not trigger the prompt; saved or sent does',
	],
	[
		{ code: 'event', passed: false, facts: { events: null, name: 'sent' } },
		'event: the prompt has no trigger; only show() displays it',
	],
	[
		{ code: 'source', passed: false, facts: {} },
		'source: the event is from a browser; only events from the backend trigger the prompt',
	],
	[
		{ code: 'verified', passed: false, facts: { backend: false } },
		'verified: the event has no valid proof',
	],
	[
		{ code: 'unless', passed: true, facts: { within_minutes: 90, events: ['paid', 'left'] } },
		'unless: waits for 90 minutes; none of paid, left may follow',
	],
	[
		{ code: 'cancel', passed: true, facts: { events: ['paid', 'left'] } },
		'cancel: while it waits, paid or left withdraws it',
	],
	[
		{ code: 'start', passed: true, facts: { at: '2026-03-01T09:30:00.000Z' } },
		'start: starts 2026-03-01 09:30 UTC',
	],
	[
		{ code: 'end', passed: true, facts: { at: '2026-04-01T00:00:00.000Z' } },
		'end: ends 2026-04-01 00:00 UTC',
	],
	[
		{
			code: 'experiment',
			passed: true,
			facts: { variant: 'b', experiment: 'wording', position: 0.5 },
		},
		'experiment: variant b of wording: drawn at 0.5000',
	],
	[{ code: 'site_limits', passed: true, facts: {} }, 'site limits: the prompt ignores them'],
	[
		{ code: 'period_budget', passed: true, facts: { spent: 1, allowed: 2, every: 'week' } },
		'budget: 1 of 2 displays for this week are used',
	],
	[
		{
			code: 'audience',
			passed: false,
			facts: { condition: { trait: 'plan', op: 'is_not', value: 'x'.repeat(90) }, value: null },
		},
		`audience: plan is not "${'x'.repeat(78)}…; it is null`,
	],
	[
		{
			code: 'audience',
			passed: true,
			facts: {
				condition: { trait: 'role', op: 'is', value: 'dev' },
				value: 'dev',
				source: { prompt: 'your-role', answer: 'role' },
			},
		},
		'audience: role is "dev"; it is "dev", the answer to role of your-role',
	],
])('describes %j', (explained, text) => {
	const [described] = describeRules([explained]);
	expect(`${described!.rule}: ${described!.text}`).toBe(text);
	expect(described!.passed).toBe(explained.passed);
});
