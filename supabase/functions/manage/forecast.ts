import { ServiceError } from '@feedback/contract';
import type { JSONValue } from 'postgres';

import type { Operation } from './operation.ts';

type Forecast = {
	events: number;
	/** Of the subjects that were looked at, 1 for all. */
	share: number;
	reached: number;
	/** Half the width of the interval, in subjects. */
	error: number;
	reasons: Record<string, number>;
};

export const forecast: Operation<'forecast'> = {
	access: 'read only',
	async run({ tx, service }, { site, content, days }) {
		if (!content.trigger) {
			throw new ServiceError('invalid_request', {
				message: 'Only a prompt with a trigger can be forecast; this one waits for show().',
				field: 'content.trigger',
			});
		}
		const now = new Date(service.clock());
		const [row] = await tx<{ forecast: Forecast }[]>`
			select app.forecast(${site}, ${tx.json(content as JSONValue)}, ${days}, ${now}) as forecast`;
		const { events, share, reached, error, reasons } = row!.forecast;
		return {
			subjects: reached,
			events,
			sampled: share < 1,
			error: reached > 0 ? Math.min(1, error / reached) : 0,
			reasons,
		};
	},
};
