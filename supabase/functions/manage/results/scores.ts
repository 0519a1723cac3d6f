import {
	compareWithBefore,
	countSample,
	estimate,
	limits,
	listScoreChanges,
	sampleNps,
	sampleRatings,
	sampleShare,
	sampleThumbsUp,
	sampleTopTwo,
	satisfiedFrom,
	type Prompt,
	type RouteOutput,
	type Sample,
	type ValueCounts,
} from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';
import { findEnoughPeriods } from './enough-periods.ts';
import { findScoredQuestion, type Scored, type ScoredQuestion } from './scored-question.ts';
import { countPrompts, type Shown } from './count-prompts.ts';
import { countScores, readPeriods, type Scores, type Step } from './read-scores.ts';

type Described = RouteOutput<'getScores'>['prompts'][number];

export const getScores: Operation<'getScores'> = {
	access: 'read only',
	reads: 'replica',
	async run({ tx, service }, { site, days }) {
		const now = service.clock();
		const [all, { steps, ...periods }] = await Promise.all([
			tx<{ id: string; live: boolean }[]>`
				select p.id, p.state = 'published' as live from app.prompts p
				where p.site_id = ${site} and p.state <> 'draft' order by p.created_at desc, p.id desc`,
			readPeriods(tx, site, days, new Date(now)),
		]);
		const shown = await countPrompts(tx, { site, prompts: all.map(({ id }) => id), ...periods });
		const live = all
			.filter(({ live: isLive }) => isLive)
			.sort((one, other) => countNow(shown.get(other.id)) - countNow(shown.get(one.id)));
		const listed = await readContents(tx, site, live.slice(0, limits.results.scoredPrompts));
		const given = await countScores(
			tx,
			{ site, ...periods, steps },
			listed.map(({ id, scored }) => ({ id, question: scored?.question ?? null })),
		);
		const prompts = listed.map(({ id, survey_id, content, scored }): Described => {
			const counts = shown.get(id);
			return {
				id,
				survey_id,
				name: content.name,
				score: scored && describeScore(scored, given.get(id), steps),
				response_rate: describeRate(counts ? [counts] : []),
			};
		});
		return {
			...periods,
			totals: addTotals([...shown.values()], periods.since_before, now),
			...listScoreChanges(prompts),
			prompts,
			more: live.length > prompts.length,
		};
	},
};

type Listed = { id: string; survey_id: string; number: number; content: Prompt };

/** The published content of prompts, in the same order. */
async function readContents(tx: Tx, site: string, prompts: readonly { id: string }[]) {
	const rows = await tx<Listed[]>`
		select p.id, p.survey_id, r.number, r.content
		from unnest(${prompts.map(({ id }) => id)}::uuid[]) with ordinality l (id, at)
		join app.prompts p on p.site_id = ${site} and p.id = l.id
		join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id and r.number = p.published_revision
		order by l.at`;
	return rows.map((prompt) => ({ ...prompt, scored: findScoredQuestion(prompt) }));
}

const countNow = (shown: Shown | undefined) => shown?.displays.now ?? 0;

function sumOf(shown: readonly Shown[], of: keyof Shown, period: 'now' | 'before'): number {
	return shown.reduce((sum, counts) => sum + counts[of][period], 0);
}

function describeRate(shown: readonly Shown[]): Described['response_rate'] {
	const rate = (period: 'now' | 'before') =>
		sampleShare(sumOf(shown, 'answered', period), sumOf(shown, 'displays', period));
	return compareWithBefore('response_rate', rate('now'), rate('before'));
}

function addTotals(
	shown: readonly Shown[],
	before: string,
	now: number,
): RouteOutput<'getScores'>['totals'] {
	const isKept = Date.parse(before) >= now - limits.visitor.days * 86_400_000;
	return {
		displays: sumOf(shown, 'displays', 'now'),
		displays_before: isKept ? sumOf(shown, 'displays', 'before') : null,
		answered: sumOf(shown, 'answered', 'now'),
		responses: sumOf(shown, 'responses', 'now'),
		responses_before: sumOf(shown, 'responses', 'before'),
		response_rate: describeRate(shown),
	};
}

const none: ValueCounts = new Map();

function describeScore(
	{ question, version }: Scored,
	given: Scores | undefined,
	steps: readonly Step[],
): Described['score'] {
	const { id, title } = question;
	const [measure, sample] = chooseMeasure(question);
	return {
		question: id,
		title,
		version,
		scale: question.type === 'rating' ? question.scale : null,
		...compareWithBefore(measure, sample(given?.now ?? none), sample(given?.before ?? none)),
		trend: given ? readTrend(given, steps, sample) : [],
	};
}

/** Numbers of steps that a point of a trend may cover. */
const spans = [1, 2, 3, 4];

function readTrend(
	given: Scores,
	steps: readonly Step[],
	sample: (counts: ValueCounts) => Sample,
): NonNullable<Described['score']>['trend'] {
	const counted = steps.map((step, at) => ({ ...step, counts: given.steps[at]! }));
	const count = (period: typeof counted) =>
		period.reduce((sum, { counts }) => sum + countSample(sample(counts)), 0);
	return findEnoughPeriods(counted, spans, count).map((period) => ({
		from: period[0]!.from,
		to: period.at(-1)!.to,
		since: period[0]!.since,
		until: period.at(-1)!.until,
		answers: count(period),
		score: estimate(sample(addCounts(period)))!,
	}));
}

function addCounts(period: readonly { counts: ValueCounts }[]): ValueCounts {
	const sum = new Map<number, number>();
	for (const { counts } of period) {
		for (const [value, times] of counts) sum.set(value, (sum.get(value) ?? 0) + times);
	}
	return sum;
}

type Measure = NonNullable<Described['score']>['measure'];

function chooseMeasure(question: ScoredQuestion): [Measure, (counts: ValueCounts) => Sample] {
	if (question.type === 'nps') return ['nps', sampleNps];
	const { scale } = question;
	if (satisfiedFrom(scale) === undefined) return ['share', sampleThumbsUp];
	// Ratings from 1 to 7 are a customer effort score, which is reported as a mean.
	return scale === 7
		? ['mean', (counts) => sampleRatings(counts, scale)]
		: ['top_two', (counts) => sampleTopTwo(counts, scale)!];
}
