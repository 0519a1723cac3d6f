import { ServiceError } from '@feedback/contract';

import { openDestinationSecret } from '../../_shared/secrets/destination-secret.ts';
import { equalTexts } from '../../_shared/secrets/keyring.ts';
import type { Operation } from '../operation/operation.ts';
import { findDestination } from './read-destinations.ts';
import { sealWebhookSecret } from './webhook-secret.ts';

export const rotateDestinationSecret: Operation<'rotateDestinationSecret'> = {
	access: 'read write',
	async run({ tx, service }, { site, destination, secret: given }) {
		const { secret, sealed } = await sealWebhookSecret(service, site, destination, given);
		const [row] = await tx<{ until: Date }[]>`
			select app.rotate_destination_secret(${site}, ${destination}, ${sealed}) as until`;
		return { secret, rotation_ends_at: row!.until.toISOString() };
	},
	audit: ({ destination }) => ({ subject: destination }),
};

export const finishDestinationRotation: Operation<'finishDestinationRotation'> = {
	access: 'read write',
	async run({ tx, service }, { site, destination, secret }) {
		await findDestination(tx, site, destination);
		const [row] = await tx<{ sealed: Uint8Array }[]>`
			select app.new_destination_secret(${site}, ${destination}) as sealed`;
		const expected = await openDestinationSecret(
			service.keyring,
			site,
			destination,
			'secret',
			row!.sealed,
		);
		if (expected === undefined || !equalTexts(expected, secret)) {
			throw new ServiceError('wrong_secret', {
				field: 'secret',
				message: 'secret is not the new secret of this destination',
			});
		}
		await tx`select app.finish_destination_rotation(${site}, ${destination})`;
		return findDestination(tx, site, destination);
	},
	audit: ({ destination }) => ({ subject: destination }),
};
