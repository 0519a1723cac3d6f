import { examplePrompt, promptSchema, reasonCodes } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import {
	forecastKey,
	listBars,
	describeClaims,
	describeDates,
	describeIgnored,
	describeLimitation,
	describeReach,
	describeSample,
} from './describe-forecast.ts';

const figures = {
	subjects: 412,
	error: 0,
	low: 412,
	high: 412,
	displays: 500,
	displays_error: 0,
	events: 5120,
	sampled: false,
	share: 1,
	claimed: null,
	reasons: {},
	others: null,
};

describe('a forecast', () => {
	it('describes how many people it would have reached, and how certain that is', () => {
		expect(describeReach(figures, 30)).toBe('Would have reached 412 people in 30 days.');
		expect(describeReach({ ...figures, subjects: 1 }, 30)).toBe(
			'Would have reached 1 person in 30 days.',
		);
		expect(describeReach({ ...figures, subjects: 0, high: 0 }, 30)).toBe(
			'Would have reached nobody in 30 days.',
		);
		expect(describeReach({ ...figures, subjects: 0, error: 1, high: 1_200 }, 30)).toBe(
			'Would have reached nobody in 30 days, and at most 1,200 people.',
		);
		expect(describeReach({ ...figures, subjects: 0, error: 1, high: 1 }, 30)).toBe(
			'Would have reached nobody in 30 days, and at most 1 person.',
		);
		expect(describeReach({ ...figures, subjects: 41_234, sampled: true, error: 0.021 }, 30)).toBe(
			'Would have reached about 41,234 people in 30 days, give or take 3%.',
		);
	});

	it('describes its sample, and how many people are still present after the delay', () => {
		expect(describeSample(figures)).toBe(undefined);
		expect(describeSample({ ...figures, sampled: true, share: 0.031 })).toBe(
			'Estimated from the events of 3% of people.',
		);
		expect(describeClaims(figures, {})).toBe(undefined);
		const trigger = {
			events: ['a'],
			verified: false,
			unless: { events: ['b'], within_minutes: 1 },
		};
		expect(describeClaims({ ...figures, claimed: 0.614 }, { trigger })).toBe(undefined);
		expect(describeClaims({ ...figures, claimed: 0.614 }, {})).toBe(
			'61% of people were still there after the delay.',
		);
	});

	it('says which limits it ignores', () => {
		const limits = { show: 'once', site_limits: 'respect' } as const;
		const ofGroups = { ...limits, per_group: { trait: 'a', days: 1 } };
		const ignores = (what: string) => `It may reach fewer people: the forecast ignores ${what}.`;
		expect(describeIgnored({ limits }, {})).toBe(undefined);
		expect(describeIgnored({ limits: ofGroups }, {})).toBe(ignores('the limit per group'));
		expect(describeIgnored({ limits }, { displays_per_day: 50 })).toBe(ignores('budgets'));
		expect(describeIgnored({ limits: ofGroups, budget: { displays: 100 } }, {})).toBe(
			ignores('budgets and the limit per group'),
		);
	});

	it('describes that dates do not shorten the time that it covers', () => {
		const given = { days: 30, now: Date.parse('2026-11-27T00:00:00Z') };
		const note = (timing: { starts_at?: string; ends_at?: string }) =>
			describeDates({ timing: { delay_seconds: 0, min_session_seconds: 0, ...timing } }, given);
		expect(note({})).toBe(undefined);
		expect(note({ starts_at: '2026-01-01T00:00:00Z' })).toBe(undefined);
		for (const timing of [
			{ starts_at: '2026-11-20T00:00:00Z' },
			{ starts_at: '2026-12-20T00:00:00Z' },
			{ ends_at: '2026-12-20T00:00:00Z' },
		]) {
			expect(note(timing)).toMatch(/as if it had been live for all 30 days/);
		}
		expect(note({ ends_at: '2026-11-27T00:00:00Z' })).toBe('It has ended.');
	});

	it('lists displays first, then the most frequent reasons', () => {
		const bars = listBars({ audience: 10, sampled_out: 3104, displayed: 5, ended: 0, waiting: 1 });
		expect(bars.map(({ text }) => text)).toEqual([
			'5 would have shown it',
			'3,104 outside the sample',
			'10 outside the audience',
			'1 left before it was due',
		]);
		expect(bars.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
		expect(listBars({})).toEqual([]);
	});

	it('describes every reason', () => {
		for (const { text } of listBars(Object.fromEntries(reasonCodes.map((code) => [code, 2])))) {
			expect(text).toMatch(/^2 [a-z ]+$/);
		}
	});

	it('reports when the site is too new', () => {
		const now = Date.parse('2026-11-20T12:00:00Z');
		const say = (firstEvent: string | null) => describeLimitation({ firstEvent, days: 30, now });
		expect(say(null)).toMatch(/has no events/);
		expect(say('2026-11-20T08:00:00Z')).toContain('was today');
		expect(say('2026-11-17T08:00:00Z')).toContain('3 days ago');
		expect(say('2026-10-01T08:00:00Z')).toBeUndefined();
	});

	it('does not depend on texts', () => {
		const prompt = promptSchema.parse(examplePrompt);
		const other = structuredClone(prompt);
		other.questions[0]!.title = 'Another?';
		expect(forecastKey(other)).toBe(forecastKey(prompt));
		other.sampling.rate = 0.31;
		expect(forecastKey(other)).not.toBe(forecastKey(prompt));
	});
});
