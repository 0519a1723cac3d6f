import { describe, expect, it } from 'vitest';

import { describeSending } from './describe-sending.ts';
import { listScope } from './list-scope.ts';
import type { Sending } from './describe-sending.ts';

const sending: Sending = {
	kind: 'webhook',
	host: 'hooks.example.com',
	channel: null,
	url: 'https://hooks.example.com/a',
	event_types: ['response.closed'],
	prompts: null,
	condition: null,
	partial: true,
	include_visitor: false,
	schedule: null,
	recipients: null,
	tracker: null,
};
const names = new Map([
	['one', 'Ease'],
	['two', 'Pay\u202eeno'],
]);

describe('describeSending', () => {
	it.each<[string, Partial<Sending>, string]>([
		['all prompts', {}, 'answers of all prompts to hooks.example.com, without traits'],
		[
			'traits',
			{ include_visitor: true },
			'answers of all prompts to hooks.example.com, with traits',
		],
		[
			'prompts by name, with control characters visible',
			{ prompts: ['one', 'two', 'gone'] },
			'answers of “Ease”, “Pay\\u{202e}eno”, “a deleted prompt” to hooks.example.com, without traits',
		],
		[
			'how many prompts there are, if that is shorter',
			{ prompts: ['one', 'two', 'three', 'four'] },
			'answers of 4 prompts to hooks.example.com, without traits',
		],
		[
			'that no answers are sent',
			{ event_types: ['prompt.published'] },
			'changes of prompts and approvals to hooks.example.com',
		],
		[
			'a digest, which has answers whatever its event types are',
			{
				kind: 'email',
				host: 'example.com',
				event_types: ['prompt.published'],
				schedule: { every: 'day', hour: 9, time_zone: 'UTC' },
			},
			'answers of all prompts to example.com, without traits',
		],
	])('names %s', (_, change, expected) => {
		expect(describeSending({ ...sending, ...change }, names)).toBe(expected);
	});
});

it('listScope describes condition, recipients and schedule', () => {
	const lines = listScope(
		{
			...sending,
			kind: 'email',
			url: null,
			recipients: ['ada@example.com'],
			partial: false,
			condition: {
				any: [
					{ answer: 'score', op: 'skipped' },
					{ trait: 'plan', op: 'exists' },
				],
			},
			schedule: { every: 'week', weekday: 5, hour: 16, time_zone: 'Europe/Vienna' },
		},
		names,
	);
	expect(lines).toContain('E-mails go to ada@example.com.');
	expect(lines).toContain('They are sent every Friday at 16:00 (Europe/Vienna).');
	expect(lines).toContain('Only finished responses are included.');
	expect(lines.join(' ')).toContain(
		'At least one of these is true: (the answer to “score” is skipped; the trait “plan” is set).',
	);
	expect(lines.join(' ')).not.toContain('Event types');
});

it('listScope names the questions of a condition by their known titles', () => {
	const condition = {
		all: [
			{ answer: 'score', op: 'at_most' as const, value: 2 },
			{ answer: 'other', op: 'skipped' as const },
		],
	};
	const titles = new Map([['score', 'How satisfied are you?']]);
	const lines = listScope({ ...sending, condition }, names, titles).join(' ');
	expect(lines).toContain('The answer to “How satisfied are you?” is at most 2.');
	expect(lines).toContain('The answer to “other” is skipped.');
});
