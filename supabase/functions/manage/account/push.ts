import { ServiceError, type RouteOutput } from '@feedback/contract';

import { toHex } from '../../_shared/http/bytes.ts';
import {
	createPushKeys,
	sealPushKey,
	sealPushSubscription,
} from '../../_shared/secrets/push-secret.ts';
import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import type { Fragment, Tx } from '../../../../database/statement.ts';
import { checkHost } from '../destinations/check-host.ts';
import type { Context, Operation } from '../operation/operation.ts';

export const listPushSubscriptions: Operation<'listPushSubscriptions'> = {
	access: 'reads and keeps',
	async run(context) {
		const [public_key, items] = await Promise.all([
			findPublicKey(context),
			readSubscriptions(context.tx, context.tx`true`),
		]);
		return { public_key, items };
	},
};

export const createPushSubscription: Operation<'createPushSubscription'> = {
	access: 'read write',
	async run({ tx, service }, { endpoint, keys, browser }) {
		await checkHost(service, endpoint, 'endpoint');
		const id = mintUuidv7(service.clock());
		const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
		const sealed = await sealPushSubscription(service.keyring, id, { endpoint, keys });
		await tx`
			select app.subscribe_to_push(${id}, ${new Uint8Array(hash)}, ${new URL(endpoint).host},
				${browser ?? null}, ${sealed})`;
		const [subscription] = await readSubscriptions(tx, tx`s.id = ${id}`);
		return subscription!;
	},
};

export const deletePushSubscription: Operation<'deletePushSubscription'> = {
	access: 'read write',
	async run({ tx }, { subscription }) {
		const removed = await tx`
			delete from app.push_subscriptions where id = ${subscription} returning id`;
		if (removed.length === 0) {
			throw new ServiceError('not_found', {
				message: 'You have no such browser.',
				field: 'subscription',
			});
		}
		return { removed: true };
	},
};

/** The public key that browsers subscribe with. The first call creates the keys. */
async function findPublicKey({ tx, service }: Context): Promise<string> {
	const [found] = await tx<{ key: string | null }[]>`select app.push_public_key() as key`;
	if (found!.key !== null) return found!.key;
	const keys = await createPushKeys();
	const sealed = await sealPushKey(service.keyring, keys);
	const [stored] = await tx<{ key: string }[]>`
		select app.store_push_key(${keys.publicKey}, ${sealed}) as key`;
	return stored!.key;
}

type Subscription = RouteOutput<'createPushSubscription'>;
type Row = Omit<Subscription, 'endpoint_sha256' | 'created_at' | 'last_delivered_at'> & {
	endpoint_sha256: Uint8Array;
	created_at: Date;
	last_delivered_at: Date | null;
};

async function readSubscriptions(tx: Tx, where: Fragment): Promise<Subscription[]> {
	const rows = await tx<Row[]>`
		select s.id, s.endpoint_sha256, s.host, s.browser, s.created_at, s.last_delivered_at
		from app.push_subscriptions s where ${where} order by s.id desc`;
	return rows.map((row) => ({
		...row,
		endpoint_sha256: toHex(row.endpoint_sha256),
		created_at: row.created_at.toISOString(),
		last_delivered_at: row.last_delivered_at?.toISOString() ?? null,
	}));
}
