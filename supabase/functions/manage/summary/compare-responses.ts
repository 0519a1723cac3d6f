import { compareSummaries, nameSide } from '@feedback/contract';

import type { Operation } from '../operation.ts';
import { summarize } from './summarize.ts';

export const compareResponses: Operation<'compareResponses'> = {
	access: 'read only',
	async run({ tx, service }, { site, prompt, one, other }) {
		const now = service.clock();
		const [first, second] = await Promise.all(
			[one, other].map(({ name: _, ...side }) => summarize(tx, { ...side, site, prompt }, now)),
		);
		const isGrowing = ({ until }: typeof one) => until === undefined || Date.parse(until) > now;
		return compareSummaries(first!, second!, {
			names: { one: nameSide(one), other: nameSide(other) },
			growing: { one: isGrowing(one), other: isGrowing(other) },
		});
	},
};
