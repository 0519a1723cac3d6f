import { limits, type RouteOutput } from '@feedback/contract';

import { findEventName } from './event-names.ts';
import type { Operation } from '../operation/operation.ts';

type Key = Pick<RouteOutput<'listTraits'>['items'][number], 'key' | 'types' | 'values'>;
type Seen = { looked_at: number; keys: (Key & { documents: number })[] };

const { sample, keys, values, characters } = limits.seen;
/** Maximum number of events scanned to find the events of one name. */
const walk = 10 * sample;

export const getEventName: Operation<'getEventName'> = {
	access: 'read only',
	async run({ tx }, { site, name }) {
		const [found, [row]] = await Promise.all([
			findEventName(tx, site, name),
			tx<{ seen: Seen }[]>`
				select app.sample_properties(
					${site}, ${name}, ${sample}, ${walk}, ${keys}, ${values}, ${characters}) as seen`,
		]);
		const { looked_at, keys: seen } = row!.seen;
		return {
			...found,
			properties: seen.map(({ documents, ...key }) => ({ ...key, events: documents })),
			looked_at,
			sampled: found.events > looked_at,
		};
	},
};

export const listTraits: Operation<'listTraits'> = {
	access: 'read only',
	async run({ tx }, { site }) {
		const [row] = await tx<{ seen: Seen & { sampled: boolean } }[]>`
			select app.sample_traits(${site}, ${sample}, ${keys}, ${values}, ${characters}) as seen`;
		const { keys: seen, ...rest } = row!.seen;
		return {
			items: seen.map(({ documents, ...key }) => ({ ...key, visitors: documents })),
			...rest,
		};
	},
};
