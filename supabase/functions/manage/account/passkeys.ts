import { ServiceError, type RouteOutput } from '@feedback/contract';

import { encodeBase64url } from '../../_shared/secrets/base64url.ts';
import type { Tx } from '../../../../database/statement.ts';
import { hostOf } from '../operation/presence.ts';
import type { Operation } from '../operation/operation.ts';
import { verifyPasskey } from './verify-passkey.ts';

type Passkey = RouteOutput<'addPasskey'>;

export const listPasskeys: Operation<'listPasskeys'> = {
	access: 'read only',
	run: async ({ tx }) => ({ items: await readPasskeys(tx) }),
};

export const beginPasskey: Operation<'beginPasskey'> = {
	access: 'read write',
	async run({ tx, service, person }) {
		const challenge = crypto.getRandomValues(new Uint8Array(32));
		type Row = { id: string; expires_at: Date; passkeys: RouteOutput<'beginPasskey'>['exclude'] };
		const [row] = await tx<Row[]>`
			select id, expires_at, passkeys from app.begin_passkey(${challenge})`;
		// Adding needs it within a transaction, which should not wait while it loads.
		void import('@simplewebauthn/server/helpers');
		return {
			registration: row!.id,
			challenge: encodeBase64url(challenge),
			rp_id: hostOf(service),
			user: { id: encodeBase64url(toBytes(person.id)), name: person.email ?? person.id },
			exclude: row!.passkeys,
			expires_at: row!.expires_at.toISOString(),
		};
	},
};

export const addPasskey: Operation<'addPasskey'> = {
	access: 'read write',
	async run({ tx, service }, { registration, name, credential }) {
		const [row] = await tx<{ challenge: Uint8Array | null }[]>`
			select app.find_passkey_challenge(${registration}) as challenge`;
		if (!row?.challenge) {
			throw new ServiceError('conflict', {
				message: 'A passkey was added with this registration, or it has expired. Begin again.',
				field: 'registration',
			});
		}
		const verified = await verifyPasskey(service, credential, row.challenge);
		const [added] = await tx<{ id: string }[]>`
			select app.add_passkey(${registration}, ${name}, ${verified.id}, ${verified.publicKey},
				${verified.counter}, ${verified.deviceType}, ${verified.isBackedUp}, ${verified.transports},
				${verified.aaguid}) as id`;
		return findPasskey(tx, added!.id);
	},
};

export const renamePasskey: Operation<'renamePasskey'> = {
	access: 'read write',
	async run({ tx }, { passkey, name }) {
		await tx`select app.rename_passkey(${passkey}, ${name})`;
		return findPasskey(tx, passkey);
	},
};

export const removePasskey: Operation<'removePasskey'> = {
	access: 'read write',
	async run({ tx }, { passkey }) {
		await tx`select app.remove_passkey(${passkey})`;
		return { removed: true };
	},
};

async function readPasskeys(tx: Tx): Promise<Passkey[]> {
	const rows = await tx<{ id: string; name: string | null; created_at: Date | null }[]>`
		select id, name, created_at from app.list_passkeys()`;
	return rows.map((row) => ({ ...row, created_at: row.created_at?.toISOString() ?? null }));
}

async function findPasskey(tx: Tx, id: string): Promise<Passkey> {
	return (await readPasskeys(tx)).find((passkey) => passkey.id === id)!;
}

/** The 16 bytes of a UUID: authenticators keep them with the passkey, and show them to nobody. */
function toBytes(uuid: string): Uint8Array {
	const pairs = uuid.replaceAll('-', '').match(/../g) ?? [];
	return Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
}
