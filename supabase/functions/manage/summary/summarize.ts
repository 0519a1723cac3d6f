import { askedKey, ServiceError, type Question, type RouteOutput } from '@feedback/contract';

import type { Operation } from '../operation.ts';
import { resultKinds } from '../result-kinds.ts';
import { listAskedQuestions, type AskedQuestion } from './asked-questions.ts';
import { countAlike, countValues, type ValueCount } from './count-answers.ts';
import { countDropOff, type DropOff } from './drop-off.ts';
import { estimateMean, estimateNps } from '../../_shared/estimate.ts';
import { readDisplays, readTrend, readVersions } from './read-figures.ts';

export const summarizeResponses: Operation<'summarizeResponses'> = {
	access: 'read only',
	async run({ tx, service }, scope) {
		const versions = await readVersions(tx, scope);
		if (versions.length === 0) {
			throw new ServiceError('not_found', {
				message: 'The site has no such prompt.',
				field: 'prompt',
			});
		}
		const asked = listAskedQuestions(versions);
		const questions = asked.map(({ question }) => question);
		const branching = idsOf(
			versions.flatMap((version) => version.questions),
			({ branches }) => Boolean(branches),
		);
		const counted = idsOf(questions, ({ type }) => resultKinds[type] === 'counts');
		const nps = asked.find(({ question }) => question.type === 'nps');
		const [displays, alike, values, trend] = await Promise.all([
			readDisplays(tx, scope),
			countAlike(
				tx,
				scope,
				idsOf(questions, () => true),
				branching,
			),
			countValues(tx, scope, counted),
			readTrend(tx, scope, nps, new Date(service.clock())),
		]);
		const total = (final: boolean) =>
			alike
				.filter((group) => final <= group.final)
				.reduce((sum, group) => sum + group.responses, 0);
		const dropOff = countDropOff(alike, versions);
		return {
			...displays,
			responses: total(false),
			final: total(true),
			questions: asked.map((one) => describeQuestion(one, dropOff, values)),
			trend,
		};
	},
};

function idsOf(questions: Question[], fits: (question: Question) => boolean): string[] {
	return [...new Set(questions.filter(fits).map(({ id }) => id))];
}

type Described = RouteOutput<'summarizeResponses'>['questions'][number];

function describeQuestion(
	{ question, versions }: AskedQuestion,
	dropOff: DropOff,
	values: ValueCount[],
): Described {
	const { id, type, title } = question;
	const keys = new Set(versions.map(({ key }) => key));
	const given = sumCounts(
		values.filter((value) => value.question === id && keys.has(value.version)),
	);
	const scores = new Map(
		[...given].flatMap(([value, count]) => (/^\d+$/.test(value) ? [[Number(value), count]] : [])),
	);
	const range = scoreRange(question);
	return {
		id,
		type,
		title,
		revisions: [...new Set(versions.map(({ revision }) => revision))],
		variants: versions.flatMap(({ revision, variant }) =>
			revision === versions[0]!.revision && variant !== null ? [variant] : [],
		),
		...(dropOff.get(askedKey(question)) ?? { reached: 0, answered: 0, skipped: 0 }),
		counts: Object.fromEntries(given),
		mean: range && estimateMean(scores, ...range),
		nps: type === 'nps' ? estimateNps(scores) : null,
	};
}

/** The lowest and the highest score; null for questions that are not answered by a score. */
function scoreRange(question: Question): [min: number, max: number] | null {
	switch (question.type) {
		case 'rating':
			return [1, question.scale];
		case 'nps':
			return [0, 10];
		case 'single_choice':
		case 'multiple_choice':
		case 'short_text':
		case 'long_text':
		case 'yes_no':
		case 'consent':
		case 'message':
			return null;
	}
}

function sumCounts(counts: readonly ValueCount[]): Map<string, number> {
	const sums = new Map<string, number>();
	for (const { value, count } of counts) sums.set(value, (sums.get(value) ?? 0) + count);
	return sums;
}
