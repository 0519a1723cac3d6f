import { promptSchema } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import type { ValueCount } from './count-answers.ts';
import { readQuestionTrend } from './question-trend.ts';

const { questions } = promptSchema.parse({
	survey_id: 'trend',
	name: 'Trend',
	questions: [
		{ id: 'nps', type: 'nps', title: 'Would you recommend us?' },
		{ id: 'stars', type: 'rating', title: 'How was it?' },
		{ id: 'again', type: 'yes_no', title: 'Again?' },
		{
			id: 'parts',
			type: 'multiple_choice',
			title: 'Which parts?',
			options: [
				{ value: 'api', label: 'API' },
				{ value: 'web', label: 'Web' },
			],
		},
	],
});
const [nps, stars, again, parts] = questions as [never, never, never, never];

const ask = (question: never) => ({ question, versions: [] });

const listDays = (count: number) =>
	Array.from({ length: count }, (_, index) =>
		new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10),
	);
const given = (day: string, value: string, count: number, answers = count): ValueCount => ({
	question: 'q',
	version: '1',
	day,
	value,
	count,
	answers,
});

describe('the trend of a question', () => {
	it('is by day if days have enough answers', () => {
		const days = listDays(4);
		const values = days.flatMap((day) => [given(day, '10', 30), given(day, '3', 10)]);
		const trend = readQuestionTrend(ask(nps), values, days);
		expect(trend.map(({ from, to, answers, score }) => [from, to, answers, score?.value])).toEqual(
			days.map((day) => [day, day, 40, 50]),
		);
		expect(trend[0]!.counts).toEqual({ '3': 10, '10': 30 });
		expect(trend[0]!.score!.low).toBeLessThan(50);
		expect(trend[0]!.score!.high).toBeGreaterThan(50);
	});

	it('is by week if days have few, the newest week complete', () => {
		const days = listDays(24);
		const values = days.map((day) => given(day, '5', 5));
		const trend = readQuestionTrend(ask(stars), values, days);
		expect(trend.map(({ from, to, answers }) => [from, to, answers])).toEqual([
			['2026-10-04', '2026-10-10', 35],
			['2026-10-11', '2026-10-17', 35],
			['2026-10-18', '2026-10-24', 35],
		]);
		expect(trend[0]!.score!.value).toBe(5);
	});

	it('marks the point from which the question had another text', () => {
		const days = listDays(4);
		const versions = ['2', '1'].map((key) => ({
			key,
			revision: Number(key),
			variant: null,
			questions: [{ ...(nps as object), title: `Asked in ${key}` }] as never,
		}));
		const values = days.map((day, at) => ({ ...given(day, '9', 40), version: at < 2 ? '1' : '2' }));
		const trend = readQuestionTrend({ question: nps, versions }, values, days);
		expect(trend.map(({ reworded }) => reworded)).toEqual([null, null, 'Asked in 2', null]);
	});

	it('has at most ninety points, whatever is requested', () => {
		const days = listDays(91);
		const trend = readQuestionTrend(
			ask(nps),
			days.map((day) => given(day, '9', 100)),
			days,
		);
		expect(trend).toHaveLength(13);
	});

	it('is the share of yes for a yes-no question, and has no score for choices', () => {
		const days = listDays(3);
		const yes = days.flatMap((day) => [given(day, 'true', 30), given(day, 'false', 10)]);
		expect(readQuestionTrend(ask(again), yes, days)[0]!.score!.value).toBe(0.75);
		// Twenty chose both parts.
		const both = days.flatMap((day) => [given(day, 'api', 40), given(day, 'web', 20, 0)]);
		expect(readQuestionTrend(ask(parts), both, days)[0]).toMatchObject({
			answers: 40,
			counts: { api: 40, web: 20 },
			score: null,
		});
	});

	it.each([
		['nobody answered', listDays(60), 0],
		['few answered', listDays(29), 1],
		['it has not lasted', listDays(2), 500],
		['there is no day', [], 1],
	])('is empty when %s', (_, days, count) => {
		const values = count === 0 ? [] : days.map((day) => given(day, '9', count));
		expect(readQuestionTrend(ask(nps), values, days)).toEqual([]);
	});

	it('leaves out periods with few answers, without filling the gap', () => {
		const days = listDays(5);
		const values = days.map((day, at) => given(day, '9', at === 2 ? 3 : 40));
		expect(readQuestionTrend(ask(nps), values, days).map(({ from }) => from.slice(-2))).toEqual([
			'01',
			'02',
			'04',
			'05',
		]);
	});
});
