// The worker reseals data of a previous key, while messages and proofs continue to work.
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';

import type { EventsResponse } from '../../../contract/src/wire.ts';
import { encodeBase64url } from '../_shared/secrets/base64url.ts';
import {
	createKeyring,
	isSealedWith,
	mintSecret,
	type Keyring,
} from '../_shared/secrets/keyring.ts';
import { sealProofKey } from '../_shared/secrets/proof-key.ts';
import { mintUuidv7 } from '../_shared/uuidv7.ts';
import { openDelivery, type TestDelivery } from '../tests/deliver.ts';
import { signProof } from '../tests/proofs.ts';
import { newCaller, newEvent, openSdk } from '../tests/sdk.ts';
import { asWorker } from './as-worker.ts';
import { createWorker } from './create-worker.ts';
import { resealSecrets, type InTransaction } from './reseal-secrets.ts';

let opened: TestDelivery;
/** Keyrings of the rotation: before it, while the next key is known, and while the next key is used. */
let keyrings: { announced: Keyring; active: Keyring; finished: Keyring };
let run: InTransaction;

beforeEach(async () => {
	opened = await openDelivery();
	const next = mintSecret();
	keyrings = {
		announced: createKeyring(opened.secret, { next }),
		active: createKeyring(opened.secret, { current: next }),
		finished: createKeyring(mintSecret(), { current: next }),
	};
	run = (statements) => asWorker(opened.service.sql, statements);
});

afterEach(() => opened.end());

const proofKey = crypto.getRandomValues(new Uint8Array(32));

async function addProofKeys(count: number) {
	const { database, site, keyring } = opened;
	await database.admin`alter table app.proof_keys disable trigger a_site_has_at_most_2_proof_keys`;
	for (let n = 0; n < count; n++) {
		const sealed = await sealProofKey(keyring, site.id, `k${n}`, 'HS256', proofKey);
		await database.admin`insert into app.proof_keys (site_id, kid, alg, sealed)
			values (${site.id}, ${`k${n}`}, 'HS256', ${sealed})`;
	}
}

async function countCurrent(): Promise<[current: number, all: number]> {
	const stored = await opened.database.admin<{ sealed: Uint8Array }[]>`
		select sealed from app.stored_secrets()`;
	const { sealingKey } = keyrings.active;
	return [stored.filter(({ sealed }) => isSealedWith(sealingKey, sealed)).length, stored.length];
}

/** Sends an answer by a worker; resolves to the paths that received a message. */
async function deliver(keyring: Keyring): Promise<string[]> {
	const from = opened.received.length;
	await opened.answer({ score: 3 });
	const worker = createWorker({ ...opened.service, keyring });
	worker.wake();
	await worker.idle();
	return opened.received
		.slice(from)
		.map(({ path }) => path)
		.sort();
}

/** Sends an event with a proof, and returns the warning; undefined when the proof is valid. */
async function prove(keyring: Keyring, kid: string) {
	const { database, site } = opened;
	const sdk = openSdk(database.url('feedback_ingest'), { keyring });
	const { now } = sdk.clock;
	const iat = Math.floor(now / 1_000);
	const proof = await signProof(encodeBase64url(proofKey), kid, {
		aud: site.siteId,
		jti: mintUuidv7(now),
		iat,
		exp: iat + 300,
		evt: 'done',
		sub: 'ada',
	});
	const { body } = await sdk.post<EventsResponse>('/events', {
		...newCaller(site.siteId, now),
		identify: { account: 'ada' },
		events: [newEvent('done', now, { proof })],
		decide: true,
	});
	await sdk.end();
	if (!body.results) throw new Error(JSON.stringify(body));
	return body.results[0]!.proof;
}

it('reseals everything in any number of attempts, while secrets sealed with either key work', async () => {
	const { database, site, keyring } = opened;
	const hook = await opened.addDestination({ path: '/hook' });
	await opened.addDestination({
		settings: { kind: 'slack', url: 'https://hooks.slack.com/services/T/B/x' },
		path: '/slack',
	});
	await addProofKeys(4);
	await database.admin`update app.destinations set sealed_old_secret = sealed_secret,
		rotation_ends_at = now() + interval '1 day' where id = ${hook.id}`;
	const before = await database.admin`select updated_at from app.destinations order by id`;

	let left = 5;
	const killed: InTransaction = (statements) =>
		left-- > 0 ? run(statements) : Promise.reject(new Error('killed'));
	await expect(resealSecrets(killed, keyrings.active)).rejects.toThrow('killed');
	expect(await countCurrent()).toEqual([4, 7]);
	for (const each of [keyrings.announced, keyrings.active]) {
		expect(await deliver(each)).toEqual(['/hook', '/slack']);
		expect(await Promise.all(['k0', 'k1', 'k2', 'k3'].map((kid) => prove(each, kid)))).toEqual(
			Array(4).fill(undefined),
		);
	}

	expect(await resealSecrets(run, keyrings.active)).toEqual({ resealed: 3, unreadable: 0 });
	expect(await countCurrent()).toEqual([7, 7]);
	expect(await resealSecrets(run, keyrings.active)).toEqual({ resealed: 0, unreadable: 0 });
	// Nothing needs the old key any more, and the destinations are unchanged.
	expect(await deliver(keyrings.finished)).toEqual(['/hook', '/slack']);
	expect(await prove(keyrings.finished, 'k3')).toBe(undefined);
	expect(await prove(keyring, 'k3')).toBe('unknown_key');
	expect(await database.admin`select updated_at from app.destinations order by id`).toEqual(before);
	const { headers, body } = opened.received.findLast(({ path }) => path === '/hook')!;
	expect(() => new Webhook(hook.secret).verify(body, headers as never)).not.toThrow();
	expect(site.id).toBeDefined();
});

it('does not touch a secret that was replaced in the meantime, or that no key opens', async () => {
	const { database, keyring } = opened;
	await addProofKeys(2);
	await database.admin`update app.proof_keys set sealed = 'unreadable' where kid = 'k0'`;
	const sealed = await sealProofKey(keyring, opened.site.id, 'k1', 'HS256', new Uint8Array(32));
	let isReplaced = false;
	const late: InTransaction = async (statements) => {
		const result = await run(statements);
		if (!isReplaced) {
			isReplaced = true;
			await database.admin`update app.proof_keys set sealed = ${sealed} where kid = 'k1'`;
		}
		return result;
	};
	expect(await resealSecrets(late, keyrings.active)).toEqual({ resealed: 1, unreadable: 1 });
	const rows = await database.admin<{ kid: string; sealed: Uint8Array }[]>`
		select kid, sealed from app.proof_keys order by kid`;
	expect(Buffer.from(rows[0]!.sealed).toString()).toBe('unreadable');
	const bound = `${opened.site.id}/HS256/k1`;
	expect(await keyrings.finished.open(rows[1]!.sealed, bound)).toEqual(new Uint8Array(32));
});

it('is done by the worker once the next key is in use, but not before', async () => {
	await addProofKeys(2);
	const look = async (keyring: Keyring) => {
		const worker = createWorker({ ...opened.service, keyring });
		worker.wake({ thorough: true });
		await worker.idle();
		return countCurrent();
	};
	expect(await look(keyrings.announced)).toEqual([0, 2]);
	expect(await look(keyrings.active)).toEqual([2, 2]);
	// A server that does not use the key yet does not undo the resealing.
	expect(await look(keyrings.announced)).toEqual([2, 2]);
});
