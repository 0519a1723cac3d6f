// A passkey in software: what an authenticator and a browser do for `navigator.credentials`.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

import type { RouteInput, RouteOutput } from '@feedback/contract';
import type { Sql } from 'postgres';

import type { WirePresence } from '../../../contract/src/wire.ts';
import type { TestPerson } from './people.ts';

type Begun = Pick<RouteOutput<'beginPasskey'>, 'challenge' | 'rp_id'>;
type Credential = RouteInput<'addPasskey'>['credential'];

export type TestPasskey = {
	/** Its credential ID. */
	credential: string;
	/** Its public key, in Base64 as its row has it. */
	publicKey: string;
	/** What a browser returns that created it. */
	create(begun: Begun, changed?: Omit<Changed, 'id' | 'as'>): Credential;
	/** The value of the header `Feedback-Presence` for a challenge. */
	confirm(presence: WirePresence, changed?: Changed): string;
	/** Continues its counter after this number. */
	count(from: number): void;
};

type Changed = {
	origin?: string;
	host?: string;
	verifiesUser?: boolean;
	/** ID of the challenge that the header names. */
	id?: string;
	challenge?: string;
	/** The passkey that it claims to be. */
	as?: { credential: string };
	/** Format of the attestation, whose statement is this map in CBOR. */
	attestation?: [format: string, statement: Buffer];
};

export function createPasskey(): TestPasskey {
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
	const raw = randomBytes(16);
	const credential = raw.toString('base64url');
	let counter = 0;
	return {
		credential,
		publicKey: cose.toString('base64'),
		create(begun, changed = {}) {
			const [format, statement] = changed.attestation ?? ['none', Buffer.from('a0', 'hex')];
			const length = Buffer.alloc(2);
			length.writeUInt16BE(raw.length);
			const data = Buffer.concat([
				authenticatorData(begun, changed, 0b0100_0000, 0),
				Buffer.alloc(16),
				length,
				raw,
				cose,
			]);
			const attestation = Buffer.concat([
				Buffer.from([0xa3]),
				cborText('fmt'),
				cborText(format),
				cborText('attStmt'),
				statement,
				cborText('authData'),
				Buffer.from([0x58, data.length]),
				data,
			]);
			return {
				id: credential,
				rawId: credential,
				type: 'public-key',
				response: {
					clientDataJSON: clientData('webauthn.create', begun, changed).toString('base64url'),
					attestationObject: attestation.toString('base64url'),
					transports: ['internal'],
				},
			};
		},
		confirm(presence, changed = {}) {
			const client = clientData('webauthn.get', presence, changed);
			const data = authenticatorData(presence, changed, 0, ++counter);
			const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
			const { credential: claimed } = changed.as ?? { credential };
			const response = {
				id: claimed,
				rawId: claimed,
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
		count(from) {
			counter = from;
		},
	};
}

/** Adds a passkey to the account of a person, without the service. */
export async function addPasskey(
	sql: Sql,
	person: TestPerson,
	name = 'Laptop',
): Promise<TestPasskey & { id: string }> {
	const passkey = createPasskey();
	await sql`
		insert into identity."user" ("id", "name", "email", "emailVerified")
		values (${person.id}, '', ${person.email}, true) on conflict do nothing`;
	const [row] = await sql<{ id: string }[]>`
		insert into identity."passkey" ("name", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp", "createdAt")
		values (${name}, ${passkey.publicKey}, ${person.id}, ${passkey.credential}, 0, 'singleDevice', false, now())
		returning "id"`;
	return { ...passkey, id: row!.id };
}

function clientData(type: string, { challenge }: { challenge: string }, changed: Changed): Buffer {
	const { origin = 'http://127.0.0.1:54323' } = changed;
	return Buffer.from(
		JSON.stringify({ type, challenge: changed.challenge ?? challenge, origin, crossOrigin: false }),
	);
}

/** Hash of the host, flags and counter; the user is present. */
function authenticatorData(
	{ rp_id }: { rp_id: string },
	{ host = rp_id, verifiesUser = true }: Changed,
	flags: number,
	counter: number,
): Buffer {
	const data = Buffer.alloc(37);
	createHash('sha256').update(host).digest().copy(data);
	data[32] = flags | (verifiesUser ? 0b101 : 0b001);
	data.writeUInt32BE(counter, 33);
	return data;
}

/** A text of up to 23 characters in CBOR. */
function cborText(text: string): Buffer {
	return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}
