import { expect, it } from 'vitest';

import type { PromptInput } from './prompt.ts';
import { promptSchema } from './prompt.ts';
import { listIssues } from './issues.ts';

const unless = { events: ['checkout.completed'], within_minutes: 30 };
const events = ['checkout.started'];

/** The issues of a prompt with these parts, as `path: message`. */
function issuesOf(given: Partial<PromptInput>): string[] {
	const parsed = promptSchema.safeParse({
		survey_id: 'a',
		name: 'A',
		questions: [{ id: 'a', type: 'nps', title: 'A?' }],
		...given,
	});
	return parsed.success
		? []
		: listIssues(parsed.error).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

it.each<[string, Partial<PromptInput>]>([
	['repeated events', { trigger: { events, repeated: { times: 3, within_minutes: 60 } } }],
	['no other event', { trigger: { events, unless }, timing: { wait_hours: 2 } }],
	['not the event that triggers it', { trigger: { events, unless: { ...unless, events } } }],
	[
		'what withdraws a delay',
		{ trigger: { events, cancel_events: ['left'] }, timing: { delay_seconds: 5 } },
	],
	[
		'what withdraws the delay of a variant',
		{
			trigger: { events, cancel_events: ['left'] },
			experiment: {
				key: 'x',
				variants: [{ key: 'a' }, { key: 'b', timing: { delay_seconds: 5 } }],
			},
		},
	],
	['a limit per group', { limits: { per_group: { trait: 'company_id', days: 30 } } }],
])('a prompt may have %s', (_, given) => {
	expect(issuesOf(given)).toEqual([]);
});

it.each<[string, Partial<PromptInput>, string]>([
	[
		'once as a repetition',
		{ trigger: { events, repeated: { times: 1, within_minutes: 60 } } },
		'trigger.repeated.times: must be at least 2',
	],
	[
		'a time beyond the retention of events',
		{ trigger: { events, repeated: { times: 2, within_minutes: 43_201 } } },
		'trigger.repeated.within_minutes: must be at most 43200',
	],
	[
		'no event that must not follow',
		{ trigger: { events, unless: { ...unless, events: [] } } },
		'trigger.unless.events: must have at least 1 item',
	],
	[
		'a delay beside the time of unless',
		{ trigger: { events, unless }, timing: { delay_seconds: 5 } },
		'timing.delay_seconds: does not go with trigger.unless, whose within_minutes are the delay',
	],
	[
		'such a delay in a variant',
		{
			trigger: { events, unless },
			experiment: {
				key: 'x',
				variants: [{ key: 'a' }, { key: 'b', timing: { delay_seconds: 5 } }],
			},
		},
		'experiment.variants.1.timing.delay_seconds: does not go with trigger.unless, whose within_minutes are the delay',
	],
	[
		'hours to wait without anything to wait for',
		{ trigger: { events }, timing: { wait_hours: 2 } },
		'timing.wait_hours: goes only with source: backend or trigger.unless',
	],
	[
		'something that withdraws a prompt which does not wait',
		{ trigger: { events, cancel_events: ['left'] } },
		'trigger.cancel_events: goes only with a prompt that waits: source: backend, trigger.unless or a delay',
	],
	[
		'a trigger that withdraws itself',
		{ trigger: { events, unless, cancel_events: ['left', ...events] } },
		'trigger.cancel_events.1: "checkout.started" triggers the prompt, so it cannot withdraw it',
	],
	[
		'a group without days',
		{ limits: { per_group: { trait: 'company_id' } } } as Partial<PromptInput>,
		'limits.per_group.days: is missing; must be a number',
	],
	[
		'a group without a trait',
		{ limits: { per_group: { trait: '', days: 30 } } },
		'limits.per_group.trait: must have at least 1 character',
	],
	[
		'more days than displays are kept',
		{ limits: { per_group: { trait: 'company_id', days: 91 } } },
		'limits.per_group.days: must be at most 90',
	],
])('a prompt may not have %s', (_, given, issue) => {
	expect(issuesOf(given)).toEqual([issue]);
});
