import {
	comparesResponse,
	isCounted,
	type ComparedSummary,
	type Question,
	type RouteOutput,
} from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { checkFilter } from '../filters/check-filter.ts';
import type { Operation } from '../operation/operation.ts';
import { requirePrompt } from '../prompts/prompt-summary.ts';
import { useSavedFilter } from '../filters/use-saved-filter.ts';
import { listAskedQuestions, type AskedQuestion } from './asked-questions.ts';
import { countAlike, countValues, type ValueCount } from './count-answers.ts';
import { countQuestion, describeQuestion } from './describe-question.ts';
import { countDropOff } from './drop-off.ts';
import { countDisplays, measureTimes, readTrend, readVersions } from './read-figures.ts';
import { countingMs, readCounted, type Counted } from './result-parts.ts';
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

/** Computes the figures of a scope; `now` is in milliseconds. */
export async function summarize(tx: Tx, scope: Scope, now: number): Promise<Summary> {
	return (await summarizeByDay(tx, scope, now)).summary;
}

type Summary = RouteOutput<'summarizeResponses'>;

/** Counts a scope for a comparison, which estimates differences instead. With a filter, may count for up to `forMs`. */
export async function countSide(
	tx: Tx,
	scope: Scope,
	forMs: number,
): Promise<ComparedSummary & { counted: number }> {
	const { displays, described, counted, ...figures } = await countScope(tx, scope, forMs);
	return {
		counted: shareOf(counted),
		...displays,
		questions: described.map((one) => countQuestion(one, figures)),
	};
}

/** Computes the figures of a scope, and what they consist of: the answers of each day to each of its questions. */
export async function summarizeByDay(
	tx: Tx,
	scope: Scope,
	now: number,
): Promise<{
	summary: Summary;
	days: string[];
	asked: (AskedQuestion & { given: ValueCount[] })[];
}> {
	const { counted, alike, displays, dropOff, described } = await countScope(tx, scope, countingMs);
	const nps = described.find(({ question }) => question.type === 'nps');
	const trend = await readTrend(tx, scope, nps, new Date(now), counted);
	const total = (final: boolean) =>
		alike.filter((group) => final <= group.final).reduce((sum, group) => sum + group.responses, 0);
	const days = trend.map(({ day }) => day);
	const summary = {
		counted: shareOf(counted),
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

/** Rounded down, so that 1 means all. */
const shareOf = ({ share }: Counted) => Math.floor(share * 100) / 100;

/** Counts a scope: its displays, responses that are alike, and the answers to each of its questions. */
async function countScope(tx: Tx, scope: Scope, forMs: number) {
	const versions = await readVersions(tx, scope);
	if (versions.length === 0) await requirePrompt(tx, scope.site, scope.prompt);
	const asked = listAskedQuestions(versions);
	const questions = asked.map(({ question }) => question);
	const counted = await readCounted(tx, scope, forMs);
	const alike = countAlike(counted);
	// app.count_figures counts the same types.
	const values = countValues(counted, idsOf(questions, isCounted));
	const valuesOf = Map.groupBy(values, ({ question }) => question);
	const described = asked.map((one) => {
		const keys = new Set(one.versions.map(({ key }) => key));
		const given = (valuesOf.get(one.question.id) ?? []).filter(({ version }) => keys.has(version));
		return { ...one, given };
	});
	return {
		counted,
		alike,
		displays: countDisplays(counted),
		dropOff: countDropOff(alike, versions),
		described,
	};
}

/** Whether a scope is filtered by what only responses have. Everyone in such a scope answered, so there is no rate. */
export function isByAnswers({ condition }: Pick<Scope, 'condition'>): boolean {
	return condition !== undefined && comparesResponse(condition);
}

function idsOf(questions: Question[], fits: (question: Question) => boolean): string[] {
	return [...new Set(questions.filter(fits).map(({ id }) => id))];
}
