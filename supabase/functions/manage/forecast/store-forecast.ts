import { limits, ServiceError } from '@feedback/contract';

import { asCaller } from '../../_shared/caller/caller.ts';
import type { ManageRequest } from '../operation/manage-request.ts';

type Published = { site: string; prompt: string; revision: number };

/**
 * Has the database forecast a revision and keep the figures, on which conditions of grants rely. Each step is a
 * separate transaction, so the next call continues a forecast that takes longer than the limit.
 */
export async function storeForecast(
	{ service, person, signal }: Pick<ManageRequest, 'service' | 'person' | 'signal'>,
	{ site, prompt, revision }: Published,
): Promise<void> {
	const end = service.clock() + limits.condition.forecastSeconds * 1_000;
	for (;;) {
		const [step] = await asCaller(
			service.databaseOf({ site }),
			person,
			'read write',
			(tx) => tx<{ finished: boolean }[]>`
				select app.advance_forecast(${site}, ${prompt}, ${revision}) as finished`,
		);
		if (step!.finished || service.clock() > end) return;
		if (signal.aborted) {
			throw new ServiceError('invalid_request', { message: 'The caller has disconnected.' });
		}
	}
}
