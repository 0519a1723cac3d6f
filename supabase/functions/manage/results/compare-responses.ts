import { compareSummaries, nameSide, type Difference } from '@feedback/contract';

import { checkFilter } from '../filters/check-filter.ts';
import type { Operation } from '../operation/operation.ts';
import { useSavedFilter } from '../filters/use-saved-filter.ts';
import { countingMs } from './result-parts.ts';
import { countSide, isByAnswers } from './summarize.ts';

export const compareResponses: Operation<'compareResponses'> = {
	access: 'reads and keeps',
	reads: 'replica',
	async run({ tx, service }, { site, prompt, ...given }) {
		const now = service.clock();
		const open = async (which: 'one' | 'other') => {
			const { name = given[which].filter, ...side } = given[which];
			const scope = await useSavedFilter(tx, { ...side, site, prompt }, now, [which]);
			await checkFilter(tx, site, scope, [which]);
			return { ...scope, name };
		};
		const [one, other] = [await open('one'), await open('other')];
		const [first, second] = await Promise.all(
			[one, other].map(({ name: _, ...scope }) => countSide(tx, scope, countingMs / 2)),
		);
		// Hundreds of differences take a while, which no transaction waits for.
		return () => {
			const counted = Math.min(first!.counted, second!.counted);
			const isGrowing = ({ until }: typeof one) => until === undefined || Date.parse(until) > now;
			const { response_rate, ...compared } = compareSummaries(first!, second!, {
				names: { one: nameSide(one), other: nameSide(other) },
				growing: { one: isGrowing(one), other: isGrowing(other) },
			});
			const describe = (difference: Difference) => describeSoFar(difference, counted);
			return {
				...compared,
				counted,
				time_differs: (['revision', 'since', 'until'] as const).some(
					(part) => one[part] !== other[part],
				),
				questions: compared.questions.map(({ differences, ...question }) => ({
					...question,
					differences: differences.map(describe),
				})),
				response_rate: isByAnswers(one) || isByAnswers(other) ? null : describe(response_rate),
			};
		};
	},
};

/** Omits differences between only some of the answers, because they would look like differences between all answers. */
function describeSoFar(found: Difference, counted: number): Difference {
	if (counted === 1) return found;
	const sentence = `${Math.round(counted * 100)}% of the answers are counted so far.`;
	return { ...found, difference: null, more_answers: null, sentence };
}
