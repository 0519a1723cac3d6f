import { compareSummaries, nameSide } from '@feedback/contract';

import { checkFilter } from '../check-filter.ts';
import type { Operation } from '../operation.ts';
import { isByAnswers, summarize } from './summarize.ts';

export const compareResponses: Operation<'compareResponses'> = {
	access: 'read only',
	async run({ tx, service }, { site, prompt, one, other }) {
		const now = service.clock();
		await checkFilter(tx, site, { ...one, prompt }, ['one']);
		await checkFilter(tx, site, { ...other, prompt }, ['other']);
		const [first, second] = await Promise.all(
			[one, other].map(({ name: _, ...side }) => summarize(tx, { ...side, site, prompt }, now)),
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
