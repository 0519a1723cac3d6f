import {
	isScored,
	limits,
	type Question,
	type RouteOutput,
	type ValueCounts,
} from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { checkFilter } from '../filters/check-filter.ts';
import type { Operation } from '../operation/operation.ts';
import { requirePrompt } from '../prompts/prompt-summary.ts';
import { useSavedFilter } from '../filters/use-saved-filter.ts';
import { listAskedQuestions, type AskedQuestion } from './asked-questions.ts';
import { limitToNewest } from './newest-rows.ts';
import { readVersions } from './read-figures.ts';
import { selectRepeatedScores, toAsked } from './repeated-scores.ts';
import type { Scope } from './scope.ts';
import { estimateChange } from './to-estimate.ts';

type Described = RouteOutput<'getRepeatAnswers'>['questions'][number];
/** Number of respondents with this first score and that latest one. */
type Pair = { first: number; latest: number; respondents: number };

export const getRepeatAnswers: Operation<'getRepeatAnswers'> = {
	access: 'read only',
	reads: 'replica',
	async run({ tx, service }, input) {
		const scope = await useSavedFilter(tx, input, service.clock());
		await checkFilter(tx, scope.site, scope);
		await requirePrompt(tx, scope.site, scope.prompt);
		const asked = listAskedQuestions(await readVersions(tx, scope)).filter(({ question }) =>
			isScored(question),
		);
		const newest = await limitToNewest(tx, scope, 'responses');
		const pairs = await readPairs(tx, newest.scope, asked);
		return {
			questions: asked.map((one, at) => describe(one, pairs.get(at) ?? [])),
			counted_since: newest.countedSince,
		};
	},
};

/** Reads the first and latest scores of everyone who scored a question repeatedly, by its position in `asked`. */
async function readPairs(
	tx: Tx,
	scope: Scope,
	asked: readonly AskedQuestion[],
): Promise<Map<number, Pair[]>> {
	const rows = await tx<(Pair & { at: number })[]>`
		select at, first, latest, count(*)::int as respondents
		from (${selectRepeatedScores(tx, scope, asked.map(toAsked))}) s
		group by 1, 2, 3 order by 1, 2, 3`;
	return Map.groupBy(rows, ({ at }) => at);
}

function describe({ question, versions }: AskedQuestion, pairs: readonly Pair[]): Described {
	const { id, type, title } = question;
	const respondents = count(pairs, () => true);
	return {
		id,
		type,
		title,
		respondents,
		scale: question.type === 'rating' ? question.scale : null,
		revisions: [...new Set(versions.map(({ revision }) => revision))],
		variants: versions.flatMap(({ revision, variant }) =>
			revision === versions[0]!.revision && variant !== null ? [variant] : [],
		),
		scores: respondents < limits.results.repeatLeast ? null : describeScores(question, pairs),
	};
}

function describeScores(question: Question, pairs: readonly Pair[]): Described['scores'] {
	const changes = sumBy(pairs, ({ first, latest }) => latest - first);
	const change = estimateChange(question, changes);
	return (
		change && {
			first: meanBy(pairs, ({ first }) => first),
			latest: meanBy(pairs, ({ latest }) => latest),
			higher: count(pairs, ({ first, latest }) => latest > first),
			same: count(pairs, ({ first, latest }) => latest === first),
			lower: count(pairs, ({ first, latest }) => latest < first),
			change,
		}
	);
}

function count(pairs: readonly Pair[], fits: (pair: Pair) => boolean): number {
	return pairs.reduce((sum, pair) => (fits(pair) ? sum + pair.respondents : sum), 0);
}

function meanBy(pairs: readonly Pair[], of: (pair: Pair) => number): number {
	const sum = pairs.reduce((all, pair) => all + of(pair) * pair.respondents, 0);
	return sum / count(pairs, () => true);
}

function sumBy(pairs: readonly Pair[], of: (pair: Pair) => number): ValueCounts {
	const sums = new Map<number, number>();
	for (const pair of pairs) sums.set(of(pair), (sums.get(of(pair)) ?? 0) + pair.respondents);
	return sums;
}
