import { destinationDescriptions } from '@feedback/contract';

import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import type { Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';
import { changeSettings, prepareSettings, targetSettings } from './prepare-settings.ts';
import { findDestination, noSuchDestination, readDestinations } from './read-destinations.ts';
import { sealWebhookSecret } from './webhook-secret.ts';

export const listDestinations: Operation<'listDestinations'> = {
	access: 'read only',
	async run({ tx }, { site }) {
		return { items: await readDestinations(tx, tx`d.site_id = ${site}`), next: null };
	},
};

export const getDestination: Operation<'getDestination'> = {
	access: 'read only',
	run: ({ tx }, { site, destination }) => findDestination(tx, site, destination),
};

export const createDestination: Operation<'createDestination'> = {
	access: 'read write',
	async run(context, { site, ...settings }) {
		const { tx, service } = context;
		const id = mintUuidv7(service.clock());
		const { stored, sealed } = await prepareSettings(context, site, id, targetSettings(settings));
		const made = destinationDescriptions[settings.kind].hasSigningSecret
			? await sealWebhookSecret(service, site, id)
			: undefined;
		await tx`
			select app.write_destination(${site}, ${id}, true, ${tx.json(stored)}, ${sealed.url}, ${sealed.token},
				${made?.sealed ?? null})`;
		return { ...(await findDestination(tx, site, id)), secret: made?.secret ?? null };
	},
	audit: (_, { host }) => ({ subject: host }),
};

export const updateDestination: Operation<'updateDestination'> = {
	access: 'read write',
	async run(context, { site, destination, ...change }) {
		const { tx } = context;
		const before = await findDestination(tx, site, destination);
		const settings = changeSettings(before, change);
		const { stored, sealed } = await prepareSettings(context, site, destination, settings);
		await tx`
			select app.write_destination(${site}, ${destination}, false, ${tx.json(stored)}, ${sealed.url}, ${sealed.token}, null)`;
		return findDestination(tx, site, destination);
	},
	audit: (_, { host }) => ({ subject: host }),
};

export const pauseDestination: Operation<'pauseDestination'> = {
	access: 'read write',
	async run({ tx }, { site, destination }) {
		await tx`
			update app.destinations set state = 'paused', pause_cause = 'person', paused_at = now()
			where site_id = ${site} and id = ${destination} and state = 'active'`;
		return findDestination(tx, site, destination);
	},
	audit: (_, { host }) => ({ subject: host }),
};

export const resumeDestination: Operation<'resumeDestination'> = {
	access: 'read write',
	async run({ tx }, { site, destination }) {
		await resume(tx, site, destination);
		return findDestination(tx, site, destination);
	},
	audit: (_, { host }) => ({ subject: host }),
};

async function resume(tx: Tx, site: string, destination: string): Promise<void> {
	await tx`
		update app.destinations set state = 'active', pause_cause = null, paused_at = null
		where site_id = ${site} and id = ${destination} and state = 'paused'`;
}

export const resendConfirmation: Operation<'resendConfirmation'> = {
	access: 'read write',
	async run({ tx }, { site, destination, address }) {
		await findDestination(tx, site, destination);
		await tx`select app.resend_confirmation(${site}, ${destination}, ${address})`;
		return findDestination(tx, site, destination);
	},
	audit: ({ destination }) => ({ subject: destination }),
};

export const deleteDestination: Operation<'deleteDestination'> = {
	access: 'read write',
	async run({ tx }, { site, destination }) {
		const removed = await tx`
			delete from app.destinations where site_id = ${site} and id = ${destination} returning id`;
		if (removed.length === 0) throw noSuchDestination();
		return { removed: true };
	},
	audit: ({ destination }) => ({ subject: destination }),
};
