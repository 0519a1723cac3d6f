import { describe, expect, it } from 'vitest';

import { examplePrompt, listIssues, promptSchema } from './mod.ts';
import type { PromptInput } from './mod.ts';

const small = {
	survey_id: 'small',
	name: 'Small',
	questions: [{ id: 'score', type: 'rating', title: 'How was it?' }],
} satisfies PromptInput;

const many = Array.from({ length: 30 }, () => ({ identified: true }));

function issuesOf(change: Record<string, unknown>) {
	const parsed = promptSchema.safeParse({ ...small, ...change }, { reportInput: true });
	if (parsed.success) return [];
	return listIssues(parsed.error).map((issue) => `${issue.path.join('.')} ${issue.message}`);
}

describe('a prompt', () => {
	it('needs only a survey ID, a name and a question', () => {
		const prompt = promptSchema.parse(small);
		expect(prompt.limits).toEqual({ show: 'once', site_limits: 'respect' });
		expect(prompt.sampling.rate).toBe(1);
		expect(prompt.timing).toEqual({ delay_seconds: 0, min_session_seconds: 0 });
	});

	it.each([
		[{ survey_id: 'Big' }, /^survey_id must hold only/],
		[{ questions: [] }, /^questions must have at least 1 item/],
		[
			{ questions: [{ id: 'a', type: 'slider', title: 'x' }] },
			/^questions\.0\.type must be one of rating, nps, single_choice/,
		],
		[
			{ questions: [{ id: 'a', type: 'rating' }] },
			/^questions\.0\.title is missing; must be a string/,
		],
		[{ priorty: 3 }, /^priorty is not known here/],
		[
			{ audience: { trait: 'plan', op: 'iz', value: 'pro' } },
			/^audience\.op must be one of is, is_not, one_of/,
		],
		[{ audience: { trait: 'plan', op: 'is' } }, /^audience\.value /],
		[
			{ audience: { all: [{ trait: 'plan', op: 'is', valeu: 'pro' }] } },
			/^audience\.all\.0\.value /,
		],
		[{ audience: { all: [] } }, /^audience\.all must have at least 1 item/],
		[{ audience: { saved: 'Paying' } }, /^audience\.saved must hold only/],
		[{ audience: { saved: 'paying', version: 'new' } }, /^audience\.version must be a number/],
		[{ audience: { saved: 'paying', verson: 2 } }, /^audience\.verson is not known here/],
		[
			{ audience: { saved: 'paying', rule: { trait: 'plan', op: 'iz', value: 1 } } },
			/^audience\.rule\.op must be one of is, is_not/,
		],
		[
			{ audience: { saved: 'paying', rule: { all: [{ any: many }, { any: many }] } } },
			/^audience\.rule has 60 conditions, at most 50/,
		],
		[
			{ audience: { all: [{ any: [{ trait: 'a', op: 'between', value: [1] }] }] } },
			/^audience\.all\.0\.any\.0\.value/,
		],
		[
			{ audience: { event: 'a', times: 2, within_days: 31 } },
			/^audience\.within_days must be at most 30/,
		],
		[
			{ audience: { prompt: 'a', was: 'answered', within_days: 91 } },
			/^audience\.within_days must be at most 90/,
		],
		[{ trigger: { events: ['no spaces'] } }, /^trigger\.events\.0 must start with a letter/],
		// A condition's key determines its kind, even if other fields are missing.
		[{ audience: { first_seen: 'older_than', days: 'x' } }, /^audience\.days must be a number$/],
		[
			{ audience: { first_seen: 'older', days: 3 } },
			/^audience\.first_seen must be one of older_than/,
		],
		[{ audience: { trait: 'plan' } }, /^audience\.op must be one of is, is_not/],
		[
			{ audience: { trait: 'plan', op: 'is' } },
			/^audience\.value is missing; must be a string, or a number, or true or false, or null$/,
		],
		[
			{ audience: { trait: 'at', op: 'after', value: '1.3.' } },
			/^audience\.value must be a day such as/,
		],
		[{ timing: { starts_at: 'soon' } }, /^timing\.starts_at must be a time with its zone/],
		[
			{ timing: { starts_at: '2026-01-01T00:00:00+16:00' } },
			/^timing\.starts_at must be a time with its zone/,
		],
		[{ limits: { show: 'times' } }, /^limits\.times is needed/],
		[{ limits: { show: 'once', again_after_days: 3 } }, /^limits\.again_after_days does not go/],
		[{ appearance: { position: 'inline' } }, /^appearance\.target is needed/],
		[
			{ timing: { starts_at: '2026-02-01T00:00:00Z', ends_at: '2026-01-01T00:00:00Z' } },
			/^timing\.ends_at must be later/,
		],
		[
			{ translations: { de: { questions: { other: { title: 'x' } } } } },
			/there is no question "other"/,
		],
	])('with %j is refused with a message that says what is allowed', (change, expected) => {
		expect(issuesOf(change)[0]).toMatch(expected);
	});

	it('never branches backwards', () => {
		const [first, ...rest] = examplePrompt.questions;
		const loop = { ...rest[0], branches: [{ when: { op: 'answered' }, go: first.id }] };
		expect(issuesOf({ questions: [first, loop, ...rest.slice(1)] })[0]).toMatch(
			/^questions\.1\.branches\.0\.go must name a later question or "end": recommend, more/,
		);
	});

	it.each([
		'javascript:alert(1)',
		'http://example.com',
		'//example.com',
		'/\\example.com',
		'data:text/html,x',
	])('cannot link to %s', (url) => {
		const questions = [{ id: 'm', type: 'message', title: 'x', button: { label: 'Go', url } }];
		expect(issuesOf({ questions })[0]).toMatch(/^questions\.0\.button\.url must start with/);
	});

	it.each([
		[{ prompt: 'b', answer: 'score', op: 'at_most', value: 6 }, /within_days is missing/],
		[{ prompt: 'b', answer: 'score', op: 'answered' }, /within_days is missing/],
		[{ answer: 'score', op: 'at_most', value: 6, within_days: 3 }, /prompt is missing/],
		[{ op: 'at_most', value: 6, within_days: 3 }, /within_days is not known here/],
	])('names what a condition of a branch lacks: %j', (when, expected) => {
		const question = { ...small.questions[0], branches: [{ when, go: 'end' }] };
		expect(issuesOf({ questions: [question] })[0]).toMatch(expected);
	});

	it('nests at most five groups and fifty conditions', () => {
		let rule: unknown = { identified: true };
		for (let depth = 0; depth < 6; depth++) rule = { all: [rule] };
		expect(issuesOf({ audience: rule })[0]).toMatch(/^audience nests 6 groups, at most 5/);
		const many = {
			any: Array.from({ length: 10 }, () => ({ all: Array(6).fill({ identified: true }) })),
		};
		expect(issuesOf({ audience: many })[0]).toMatch(/^audience has 60 conditions, at most 50/);
	});
});
