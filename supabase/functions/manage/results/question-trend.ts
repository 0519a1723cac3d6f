import {
	estimate,
	matchAnswerKind,
	sampleScore,
	sampleShare,
	type Question,
	type RouteOutput,
	type Sample,
} from '@feedback/contract';

import type { AskedQuestion } from './asked-questions.ts';
import type { ValueCount } from './count-answers.ts';
import { findEnoughPeriods } from './enough-periods.ts';
import { readScores, sumCounts } from './sum-counts.ts';

type Point = RouteOutput<'summarizeResponses'>['questions'][number]['trend'][number];

/** Numbers of days that a point may cover. */
const spans = [1, 7, 14, 28, 91];

/**
 * The answers to a question over time, in the shortest periods of which most have enough answers. Periods with fewer
 * answers are left out; empty if fewer than three periods remain.
 */
export function readQuestionTrend(
	{ question, versions }: AskedQuestion,
	values: readonly ValueCount[],
	days: readonly string[],
): Point[] {
	const byDay = Map.groupBy(values, ({ day }) => day);
	const find = (period: string[]) => period.flatMap((day) => byDay.get(day) ?? []);
	const points = findEnoughPeriods(days, spans, (period) => countAnswers(find(period))).map(
		(period) => ({
			...describePoint(question, period, find(period)),
			title: findTitle({ question, versions }, find(period)),
		}),
	);
	return points.map(({ title, ...point }, at) => ({
		...point,
		reworded: at > 0 && title !== points[at - 1]!.title ? title : null,
	}));
}

/** The text of the question in the newest version that was answered. */
function findTitle({ question, versions }: AskedQuestion, given: ValueCount[]): string {
	const answered = new Set(given.map(({ version }) => version));
	const newest = versions.find(({ key }) => answered.has(key));
	return (newest?.questions.find(({ id }) => id === question.id) ?? question).title;
}

function describePoint(
	question: Question,
	period: string[],
	given: ValueCount[],
): Omit<Point, 'reworded'> {
	const counts = sumCounts(given);
	const sample = sampleAnswers(question, counts);
	return {
		from: period[0]!,
		to: period.at(-1)!,
		answers: countAnswers(given),
		counts: Object.fromEntries(counts),
		score: sample && estimate(sample),
	};
}

/** The answers as a sample of a score; null for a question without one. */
export function sampleAnswers(
	question: Question,
	counts: ReadonlyMap<string, number>,
): Sample | null {
	const none = () => null;
	return matchAnswerKind<Sample | null>(question, {
		score: (scored) => sampleScore(scored, readScores(counts)),
		yes_no() {
			const yes = counts.get('true') ?? 0;
			return sampleShare(yes, yes + (counts.get('false') ?? 0));
		},
		choice: none,
		choices: none,
		text: none,
		picture: none,
		none,
	});
}

function countAnswers(given: readonly ValueCount[]): number {
	return given.reduce((sum, { answers }) => sum + answers, 0);
}
