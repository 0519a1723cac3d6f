import {
	compareWithBefore,
	limits,
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

import type { Operation } from '../operation/operation.ts';
import { findScoredQuestion, type Scored, type ScoredQuestion } from './scored-question.ts';
import { countDisplays, countScores, readPeriods } from './read-scores.ts';

type Described = RouteOutput<'getScores'>['prompts'][number];

export const getScores: Operation<'getScores'> = {
	access: 'read only',
	async run({ tx, service }, { site, days }) {
		const live = await tx<{ id: string; survey_id: string; number: number; content: Prompt }[]>`
			select p.id, p.survey_id, r.number, r.content
			from app.prompts p
			join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id and r.number = p.published_revision
			where p.site_id = ${site} and p.state = 'published'
			order by p.created_at desc, p.id desc
			limit ${limits.results.scoredPrompts + 1}`;
		const listed = live
			.slice(0, limits.results.scoredPrompts)
			.map((prompt) => ({ ...prompt, scored: findScoredQuestion(prompt) }));
		const periods = await readPeriods(tx, site, days, new Date(service.clock()));
		const ids = listed.map(({ id }) => id);
		const [shown, given] = await Promise.all([
			countDisplays(tx, { site, prompts: ids, ...periods }),
			countScores(
				tx,
				{ site, ...periods },
				listed.map(({ id, scored }) => ({ id, question: scored?.question ?? null })),
			),
		]);
		const prompts = listed.map(({ id, survey_id, content, scored }): Described => {
			const rate = (period: 'now' | 'before') => {
				const { answered, displays } = shown.get(id) ?? {};
				return sampleShare(answered?.[period] ?? 0, displays?.[period] ?? 0);
			};
			const scores = given.get(id);
			return {
				id,
				survey_id,
				name: content.name,
				score: scored && describeScore(scored, scores?.now, scores?.before),
				response_rate: compareWithBefore('response_rate', rate('now'), rate('before')),
			};
		});
		return { ...periods, prompts, more: live.length > prompts.length };
	},
};

const none: ValueCounts = new Map();

function describeScore(
	{ question, version }: Scored,
	now: ValueCounts = none,
	before: ValueCounts = none,
): Described['score'] {
	const { id, title } = question;
	const [measure, sample] = chooseMeasure(question);
	return {
		question: id,
		title,
		version,
		scale: question.type === 'rating' ? question.scale : null,
		...compareWithBefore(measure, sample(now), sample(before)),
	};
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
