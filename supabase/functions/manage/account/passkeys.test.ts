// Adding, renaming and removing passkeys, of people who sign in with Supabase Auth or with our own service.
import { limits, type RouteInput, type RouteName } from '@feedback/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { WirePresence } from '../../../../contract/src/wire.ts';
import { addPasskey, createPasskey, type TestPasskey } from '../../tests/authenticator.ts';
import { connect } from '../../tests/connections.ts';
import { join, signIn, signInEarlier, type TestPerson } from '../../tests/people.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';
import type { Service } from '../service.ts';
import { verifyPasskey } from './verify-passkey.ts';

let team: TestWorkspace;
beforeAll(async () => {
	team = await openWorkspace();
});
afterAll(() => team.end());

let person: TestPerson;
beforeEach(async () => {
	person = await signIn();
	await join(team.sites.sql, team.site.workspace, person, 'owner');
});

function ask<Name extends RouteName>(name: Name, input: RouteInput<Name>, presence?: string) {
	return team.manage.ask(person, name, input, presence ? { 'feedback-presence': presence } : {});
}

async function begin() {
	const { body } = await ask('beginPasskey', {});
	return body;
}

async function create(name = 'Laptop', passkey = createPasskey()) {
	const begun = await begin();
	const { registration } = begun;
	return { passkey, input: { registration, name, credential: passkey.create(begun) } };
}

/** Adds a first passkey. */
async function addFirst(): Promise<TestPasskey & { id: string }> {
	const { passkey, input } = await create();
	const { status, body } = await ask('addPasskey', input);
	expect(status).toBe(200);
	return { ...passkey, id: body.id };
}

async function challengeOf<Name extends RouteName>(name: Name, input: RouteInput<Name>) {
	const { status, error } = await ask(name, input);
	expect([status, error.code]).toEqual([403, 'presence_required']);
	return (error as unknown as { presence: WirePresence }).presence;
}

/** Calls an operation, which the person confirms with a passkey. */
async function confirmed<Name extends RouteName>(
	passkey: TestPasskey,
	name: Name,
	input: RouteInput<Name>,
) {
	return ask(name, input, passkey.confirm(await challengeOf(name, input)));
}

const countOf = async () => (await ask('listPasskeys', {})).body.items.length;

describe('the first passkey', () => {
	it('is added after a recent sign-in, and confirms from then on', async () => {
		const key = { site: team.site.id, name: 'Backend' };
		expect((await ask('whoami', {})).body.has_passkey).toBe(false);
		const passkey = await addFirst();
		expect((await ask('whoami', {})).body.has_passkey).toBe(true);
		expect((await ask('listPasskeys', {})).body.items).toMatchObject([{ name: 'Laptop' }]);
		expect((await confirmed(passkey, 'createSiteKey', key)).status).toBe(200);
		const { body } = await ask('listAudit', { workspace: team.site.workspace, limit: 2 });
		expect(body.items).toMatchObject([
			{ did: 'createSiteKey', passkey: 'Laptop' },
			{ did: 'addPasskey', subject: 'Laptop', who: person.email, passkey: null },
		]);
	});

	it('is not added by a session whose sign-in is old', async () => {
		const { input } = await create();
		person = await signInEarlier(person, limits.approval.signInMinutes + 1);
		expect((await ask('addPasskey', input)).error.code).toBe('recent_sign_in_required');
		expect(await countOf()).toBe(0);
	});
});

describe('a further passkey', () => {
	it('is confirmed with one that the person has, however old the sign-in is', async () => {
		const first = await addFirst();
		person = await signInEarlier(person, 5 * 60);
		const { passkey, input } = await create('Phone');
		expect((await confirmed(first, 'addPasskey', input)).status).toBe(200);
		const { id } = (await ask('listPasskeys', {})).body.items[1]!;
		const renamed = await confirmed(passkey, 'renamePasskey', { passkey: id, name: 'Telephone' });
		expect(renamed.body).toMatchObject({ id, name: 'Telephone' });
		expect((await confirmed(passkey, 'removePasskey', { passkey: first.id })).status).toBe(200);
		const { body } = await ask('listAudit', { workspace: team.site.workspace, limit: 3 });
		expect(body.items).toMatchObject([
			{ did: 'removePasskey', subject: 'Laptop', passkey: 'Telephone' },
			{ did: 'renamePasskey', subject: 'Telephone' },
			{ did: 'addPasskey', subject: 'Phone', passkey: 'Laptop' },
		]);
	});

	it('needs it although the registration began before there was one', async () => {
		const early = await create('Stranger');
		await addFirst();
		expect((await ask('addPasskey', early.input)).error.code).toBe('presence_required');
		expect(await countOf()).toBe(1);
	});

	it('is the one that was confirmed, and no other', async () => {
		const first = await addFirst();
		const [own, others] = [await create('Phone'), await create('Phone')];
		const captured = first.confirm(await challengeOf('addPasskey', own.input));
		expect((await ask('addPasskey', others.input, captured)).error.code).toBe('forbidden');
		expect((await ask('addPasskey', own.input, captured)).status).toBe(200);
	});

	it('has another device: one that has a passkey is named', async () => {
		const first = await addFirst();
		expect((await begin()).exclude).toEqual([{ id: first.credential, transports: ['internal'] }]);
	});
});

it('the last passkey can be removed with itself, and then a recent sign-in is enough', async () => {
	const passkey = await addFirst();
	expect((await confirmed(passkey, 'removePasskey', { passkey: passkey.id })).status).toBe(200);
	const key = { site: team.site.id, name: 'Backend' };
	expect((await ask('createSiteKey', key)).status).toBe(200);
});

describe('what a browser created', () => {
	// {"alg": -7, "sig": a signature of ES256 whose numbers are 1}
	const forged = Buffer.from('a263616c672663736967483006020101020101', 'hex');

	it('is not read if it may have certificates, which name addresses', async () => {
		const begun = { challenge: 'AAAA', rp_id: '127.0.0.1' };
		const credential = createPasskey().create(begun, { attestation: ['apple', Buffer.of(0xa0)] });
		const service = { dashboardUrl: 'http://127.0.0.1:54323', origins: ['http://127.0.0.1:54323'] };
		await expect(
			verifyPasskey(service as Partial<Service> as Service, credential, new Uint8Array(3)),
		).rejects.toMatchObject({ cause: { message: 'The attestation may have certificates.' } });
	});

	it.each([
		['in another page', { origin: 'https://evil.example' }],
		['for another host', { host: 'evil.example' }],
		['for another challenge', { challenge: 'AAAA' }],
		['without verifying the user', { verifiesUser: false }],
		['with certificates', { attestation: ['apple', Buffer.from('a16378356380', 'hex')] as const }],
		['with a signature that is not its own', { attestation: ['packed', forged] as const }],
		['in an unknown format', { attestation: ['other', Buffer.from('a0', 'hex')] as const }],
	])('%s is refused', async (_, changed) => {
		const begun = await begin();
		const { registration } = begun;
		const credential = createPasskey().create(begun, changed as object);
		const { status, error } = await ask('addPasskey', { registration, name: 'X', credential });
		expect([status, error]).toMatchObject([400, { code: 'invalid_request', field: 'credential' }]);
		expect(await countOf()).toBe(0);
	});

	it.each(['', 'x', '!', 'A'.repeat(4_000)])('and is none is refused: %#', async (broken) => {
		const { input } = await create();
		const { credential } = input;
		for (const part of ['attestationObject', 'clientDataJSON'] as const) {
			const response = { ...credential.response, [part]: broken };
			const { status, error } = await ask('addPasskey', {
				...input,
				credential: { ...credential, response },
			});
			expect([status, error]).toMatchObject([400, { field: 'credential' }]);
		}
	});

	it('is added once', async () => {
		const passkey = await addFirst();
		const { input } = await create('Again', passkey);
		const { status, error } = await confirmed(passkey, 'addPasskey', input);
		expect([status, error.message]).toEqual([409, 'This passkey was added before.']);
		const { input: used } = await create('Phone');
		expect((await confirmed(passkey, 'addPasskey', used)).status).toBe(200);
		expect((await confirmed(passkey, 'addPasskey', used)).status).toBe(409);
	});

	it('is refused after ten minutes, and from another person', async () => {
		const { input } = await create();
		const owner = person;
		person = await signIn();
		expect((await ask('addPasskey', input)).status).toBe(409);
		person = owner;
		await team.sites.sql`
			update app.passkey_registrations set expires_at = now() where id = ${input.registration}`;
		const { status, error } = await ask('addPasskey', input);
		expect([status, error]).toMatchObject([409, { code: 'conflict', field: 'registration' }]);
	});
});

it('nobody renames or removes the passkey of another person', async () => {
	const other = await signIn();
	const theirs = await addPasskey(team.sites.sql, other);
	const own = await addFirst();
	for (const [name, input] of [
		['renamePasskey', { passkey: theirs.id, name: 'Mine' }],
		['removePasskey', { passkey: theirs.id }],
	] as const) {
		const { status, error } = await confirmed(own, name, input as never);
		expect([status, error.code]).toEqual([404, 'not_found']);
	}
	const left = await team.sites.sql`
		select "name" from identity."passkey" where "userId" = ${other.id}`;
	expect(left).toMatchObject([{ name: 'Laptop' }]);
});

it('a connection has nothing to do with passkeys', async () => {
	const { input } = await create();
	const { id } = await addFirst();
	const agent = await connect(team.sites.sql, team.manage, person, [team.site.id]);
	for (const [name, given] of [
		['listPasskeys', {}],
		['beginPasskey', {}],
		['addPasskey', input],
		['renamePasskey', { passkey: id, name: 'Agent' }],
		['removePasskey', { passkey: id }],
	] as const) {
		const { status, error } = await team.manage.ask(agent, name, given as never);
		expect([name, status, error.code]).toEqual([name, 403, 'forbidden']);
	}
	expect((await ask('listPasskeys', {})).body.items).toMatchObject([{ name: 'Laptop' }]);
});

it('a person has a limited number of passkeys, and begins to add a limited number', async () => {
	const { registrations, perPerson } = limits.passkey;
	const statuses: number[] = [];
	for (let begun = 0; begun <= registrations; begun++) {
		statuses.push((await ask('beginPasskey', {})).status);
	}
	expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([
		registrations,
		429,
	]);
	for (let added = 0; added < perPerson; added++) await addPasskey(team.sites.sql, person);
	await team.sites.sql`delete from app.passkey_registrations where person_id = ${person.id}`;
	const { status, error } = await ask('beginPasskey', {});
	expect([status, error.message]).toEqual([
		409,
		`You have ${perPerson} passkeys already: remove one first.`,
	]);
});

it('a counter that is larger than the column is stored as the largest number', async () => {
	const passkey = await addFirst();
	await team.sites.sql`
		update identity."passkey" set "counter" = 2147483646 where "id" = ${passkey.id}`;
	passkey.count(4_294_967_290);
	const change = { site: team.site.id, presence: 'always' as const };
	expect((await confirmed(passkey, 'updateSettings', change)).status).toBe(200);
});
