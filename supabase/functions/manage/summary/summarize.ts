import { ServiceError, type Question, type RouteOutput } from '@feedback/contract';

import type { Operation } from '../operation.ts';
import { countAlike, countValues, type ValueCount } from './count-answers.ts';
import { countDropOff, type DropOff } from './drop-off.ts';
import { estimateMean, estimateNps } from './estimate.ts';
import { readDisplays, readQuestions, readTrend } from './read-figures.ts';

export const summarizeResponses: Operation<'summarizeResponses'> = {
	access: 'read only',
	async run({ tx, service }, scope) {
		const revisions = await readQuestions(tx, scope);
		if (revisions.size === 0) {
			throw new ServiceError('not_found', {
				message: 'The site has no such prompt.',
				field: 'prompt',
			});
		}
		const questions = listQuestions(revisions);
		const branching = idsOf([...revisions.values()].flat(), ({ branches }) => Boolean(branches));
		const counted = idsOf(questions, ({ type }) => !type.endsWith('_text'));
		const nps = questions.find(({ type }) => type === 'nps')?.id ?? null;
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
		const dropOff = countDropOff(alike, revisions);
		return {
			...displays,
			responses: total(false),
			final: total(true),
			questions: questions.map((question) => describeQuestion(question, dropOff, values)),
			trend,
		};
	},
};

/** The questions of all revisions, each as it was asked last, those of the latest revision first. */
function listQuestions(revisions: ReadonlyMap<number, Question[]>): Question[] {
	const found = new Map<string, Question>();
	for (const question of [...revisions.values()].flat()) {
		if (question.type !== 'message' && !found.has(question.id)) found.set(question.id, question);
	}
	return [...found.values()];
}

function idsOf(questions: Question[], fits: (question: Question) => boolean): string[] {
	return [...new Set(questions.filter(fits).map(({ id }) => id))];
}

type Described = RouteOutput<'summarizeResponses'>['questions'][number];

function describeQuestion(question: Question, dropOff: DropOff, values: ValueCount[]): Described {
	const { id, type, title } = question;
	const given = values.filter((value) => value.question === id);
	const scores = new Map(
		given.flatMap(({ value, count }) => (/^\d+$/.test(value) ? [[Number(value), count]] : [])),
	);
	const [min, max] = type === 'rating' ? [1, question.scale] : [0, 10];
	return {
		id,
		type,
		title,
		...(dropOff.get(id) ?? { reached: 0, answered: 0, skipped: 0 }),
		counts: Object.fromEntries(given.map(({ value, count }) => [value, count])),
		mean: type === 'rating' || type === 'nps' ? estimateMean(scores, min, max) : null,
		nps: type === 'nps' ? estimateNps(scores) : null,
	};
}
