import { compareSummaries, nameSide } from '@feedback/contract';

import { checkFilter } from '../check-filter.ts';
import type { Operation } from '../operation.ts';
import { useSavedFilter } from '../saved-filters/use-saved-filter.ts';
import { isByAnswers, summarize } from './summarize.ts';

export const compareResponses: Operation<'compareResponses'> = {
	access: 'read only',
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
			[one, other].map(({ name: _, ...scope }) => summarize(tx, scope, now)),
		);
		const isGrowing = ({ until }: typeof one) => until === undefined || Date.parse(until) > now;
		const { response_rate, ...compared } = compareSummaries(first!, second!, {
			names: { one: nameSide(one), other: nameSide(other) },
			growing: { one: isGrowing(one), other: isGrowing(other) },
		});
		return {
			...compared,
			response_rate: isByAnswers(one) || isByAnswers(other) ? null : response_rate,
		};
	},
};
