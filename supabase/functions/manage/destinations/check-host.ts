import { ServiceError } from '@feedback/contract';

import { OutgoingError } from '../../_shared/outgoing/outgoing-error.ts';
import type { Service } from '../service.ts';

const checkMs = 2_000;

/** Throws `invalid_request` that names the field unless the service may send requests to this URL. */
export async function checkHost(
	{ outgoing }: Pick<Service, 'outgoing'>,
	url: string,
	field: string,
): Promise<void> {
	try {
		await outgoing.check(new URL(url), checkMs);
	} catch (error) {
		if (!(error instanceof OutgoingError)) throw error;
		throw new ServiceError('invalid_request', {
			field,
			message: `${field} cannot be used: ${error.message}`,
			cause: error,
		});
	}
}
