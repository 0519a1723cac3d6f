// A passkey in software: what an authenticator and a browser do for `navigator.credentials.get`.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

import type { Sql } from 'postgres';

import type { WirePresence } from '../../../contract/src/wire.ts';
import type { TestPerson } from './people.ts';

export type TestPasskey = {
	/** The value of the header `Feedback-Presence` for a challenge. */
	confirm(presence: WirePresence, changed?: Changed): string;
};

type Changed = {
	origin?: string;
	host?: string;
	verifiesUser?: boolean;
	/** ID of the challenge that the header names. */
	id?: string;
	challenge?: string;
};

/** Adds a passkey to the account of a person. */
export async function addPasskey(
	sql: Sql,
	person: TestPerson,
	name = 'Laptop',
): Promise<TestPasskey> {
	const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
	const coordinate = (text: string) => Buffer.from(text, 'base64url');
	// COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
	const cose = Buffer.concat([
		Buffer.from('a5010203262001215820', 'hex'),
		coordinate(x),
		Buffer.from('225820', 'hex'),
		coordinate(y),
	]);
	const credential = randomBytes(16).toString('base64url');
	await sql`
		insert into identity."user" ("id", "name", "email", "emailVerified")
		values (${person.id}, '', ${person.email}, true) on conflict do nothing`;
	await sql`
		insert into identity."passkey" ("name", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp", "createdAt")
		values (${name}, ${cose.toString('base64')}, ${person.id}, ${credential}, 0, 'singleDevice', false, now())`;
	let counter = 0;
	return {
		confirm(presence, changed = {}) {
			const { origin = 'http://127.0.0.1:54323', host = presence.rp_id } = changed;
			const client = Buffer.from(
				JSON.stringify({
					type: 'webauthn.get',
					challenge: changed.challenge ?? presence.challenge,
					origin,
					crossOrigin: false,
				}),
			);
			const data = Buffer.alloc(37);
			createHash('sha256').update(host).digest().copy(data);
			data[32] = changed.verifiesUser === false ? 0b001 : 0b101;
			data.writeUInt32BE(++counter, 33);
			const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
			const response = {
				id: credential,
				rawId: credential,
				type: 'public-key',
				clientExtensionResults: {},
				response: {
					clientDataJSON: client.toString('base64url'),
					authenticatorData: data.toString('base64url'),
					signature: sign('sha256', signed, privateKey).toString('base64url'),
				},
			};
			const given = JSON.stringify({ id: changed.id ?? presence.id, response });
			return Buffer.from(given).toString('base64url');
		},
	};
}
