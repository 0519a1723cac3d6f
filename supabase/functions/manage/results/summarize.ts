import { isCounted, comparesResponse, type Question, type RouteOutput } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { checkFilter } from '../filters/check-filter.ts';
import type { Operation } from '../operation/operation.ts';
import { requirePrompt } from '../prompts/prompt-summary.ts';
import { useSavedFilter } from '../filters/use-saved-filter.ts';
import { listAskedQuestions, type AskedQuestion } from './asked-questions.ts';
import { countAlike, countValues, type ValueCount } from './count-answers.ts';
import { describeQuestion } from './describe-question.ts';
import { countDropOff } from './drop-off.ts';
import { countDisplays, measureTimes, readTrend, readVersions } from './read-figures.ts';
import { countingMs, readCounted } from './result-parts.ts';
import type { Scope } from './scope.ts';
import { estimateShare } from './to-estimate.ts';

export const summarizeResponses: Operation<'summarizeResponses'> = {
	access: 'reads and keeps',
	reads: 'replica',
	async run({ tx, service }, input) {
		const now = service.clock();
		const scope = await useSavedFilter(tx, input, now);
		await checkFilter(tx, scope.site, scope);
		return summarize(tx, scope, now);
	},
};

/** Computes the figures of a scope; `now` is in milliseconds. With a filter, may count for up to `forMs`. */
export async function summarize(
	tx: Tx,
	scope: Scope,
	now: number,
	forMs = countingMs,
): Promise<Summary> {
	return (await summarizeByDay(tx, scope, now, forMs)).summary;
}

type Summary = RouteOutput<'summarizeResponses'>;

/** Computes the figures of a scope, and what they consist of: the answers of each day to each of its questions. */
export async function summarizeByDay(
	tx: Tx,
	scope: Scope,
	now: number,
	forMs = countingMs,
): Promise<{
	summary: Summary;
	days: string[];
	asked: (AskedQuestion & { given: ValueCount[] })[];
}> {
	const versions = await readVersions(tx, scope);
	if (versions.length === 0) await requirePrompt(tx, scope.site, scope.prompt);
	const asked = listAskedQuestions(versions);
	const questions = asked.map(({ question }) => question);
	// app.count_figures counts the same types.
	const scored = idsOf(questions, isCounted);
	const nps = asked.find(({ question }) => question.type === 'nps');
	const counted = await readCounted(tx, scope, forMs);
	const alike = countAlike(counted);
	const displays = countDisplays(counted);
	const trend = await readTrend(tx, scope, nps, new Date(now), counted);
	const total = (final: boolean) =>
		alike.filter((group) => final <= group.final).reduce((sum, group) => sum + group.responses, 0);
	const dropOff = countDropOff(alike, versions);
	const valuesOf = Map.groupBy(countValues(counted, scored), ({ question }) => question);
	const days = trend.map(({ day }) => day);
	const described = asked.map((one) => {
		const keys = new Set(one.versions.map(({ key }) => key));
		const given = (valuesOf.get(one.question.id) ?? []).filter(({ version }) => keys.has(version));
		return { ...one, given };
	});
	const summary = {
		// Rounded down, so that 1 means all.
		counted: Math.floor(counted.share * 100) / 100,
		...displays,
		responses: total(false),
		final: total(true),
		response_rate: isByAnswers(scope) ? null : estimateShare(displays.answered, displays.displays),
		time_to_answer: measureTimes(counted),
		questions: described.map((one) => describeQuestion(one, { dropOff, alike, days })),
		trend,
	};
	return { summary, days, asked: described };
}

/** Whether a scope is filtered by what only responses have. Everyone in such a scope answered, so there is no rate. */
export function isByAnswers({ condition }: Pick<Scope, 'condition'>): boolean {
	return condition !== undefined && comparesResponse(condition);
}

function idsOf(questions: Question[], fits: (question: Question) => boolean): string[] {
	return [...new Set(questions.filter(fits).map(({ id }) => id))];
}
