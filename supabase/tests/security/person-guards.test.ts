// What one person confirmed, asked for or signed in with is worth nothing to another person.
import { randomUUID } from 'node:crypto';

import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../harness.ts';
import { createSite, publishPrompt } from '../sites.ts';
import { actAs, people } from './actors.ts';

let database: TestDatabase;
const passkeys = { owner: randomUUID(), editor: randomUUID() };
beforeAll(async () => {
	database = await createDatabase();
	for (const name of ['owner', 'editor'] as const) {
		await database.admin`
			insert into identity."user" ("id", "name", "email", "emailVerified")
			values (${people[name]}, '', ${`${name}@example.com`}, true)`;
		await database.admin`
			insert into identity."passkey" ("publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
			values ('key', ${people[name]}, ${passkeys[name]}, 0, 'singleDevice', false)`;
	}
});
afterAll(() => database.close());

type Name = keyof typeof passkeys;

const hash = Buffer.alloc(32, 1);

/** Runs statements as a person, in one transaction that is kept. */
async function as<T>(name: Name, run: (sql: TransactionSql) => Promise<T>): Promise<T> {
	return (await database.admin.begin(async (sql) => {
		await actAs(sql, { name, role: 'feedback_person', person: people[name] });
		return run(sql);
	})) as T;
}

const begin = (name: Name) =>
	as(name, async (sql) => {
		const [row] = await sql<{ id: string }[]>`
			select id from app.begin_presence('deleteSite', null, null, null, ${hash}, sha256(${randomUUID()}::text::bytea))`;
		return row!.id;
	});

const confirm = (name: Name, id: string, passkey: string) =>
	as(name, async (sql) => {
		await sql`select app.confirm_presence(${id}, 'deleteSite', ${hash}, ${passkey}, 0, false)`;
	}).then(
		() => 'confirmed',
		(error: { code: string }) => error.code,
	);

const find = (name: Name, id: string, passkey: string) =>
	as(name, async (sql) => (await sql`select from app.find_presence(${id}, ${passkey})`).length);

describe('a challenge', () => {
	it('is found by its person, with a passkey of theirs', async () => {
		const id = await begin('owner');
		expect(await find('owner', id, passkeys.owner)).toBe(1);
		expect(await find('owner', id, passkeys.editor)).toBe(0);
		expect(await find('editor', id, passkeys.editor)).toBe(0);
		expect(await find('editor', id, passkeys.owner)).toBe(0);
	});

	it('is confirmed by its person, once', async () => {
		const id = await begin('owner');
		expect(await confirm('editor', id, passkeys.editor)).toBe('FB403');
		expect(await confirm('owner', id, passkeys.editor)).toBe('FB403');
		expect(await confirm('owner', id, passkeys.owner)).toBe('confirmed');
		expect(await confirm('owner', id, passkeys.owner)).toBe('FB403');
		expect(await find('owner', id, passkeys.owner)).toBe(0);
	});

	it('is of the content of a request only for the person who was asked', async () => {
		const { id: site, workspace } = await createSite(
			database.admin,
			{},
			{ [people.owner]: 'owner' },
		);
		const prompt = await publishPrompt(database.admin, site, { trigger: { events: ['done'] } });
		const [request] = await database.admin<{ grant: string; destination: string }[]>`
			with c as (
				insert into app.connections (person_id, kind, name) values (${people.owner}, 'mcp', 'Editor') returning id),
			g as (
				insert into app.grant_requests (connection_id, person_id, workspace_id, site_id, action, prompt_id, revision, sha256)
				select id, ${people.owner}, ${workspace}, ${site}, 'prompt:publish', ${prompt.id}, 1, 'asked' from c
				returning id),
			d as (
				insert into app.destination_requests
					(connection_id, person_id, workspace_id, site_id, destination_id, creates, settings, sha256)
				select id, ${people.owner}, ${workspace}, ${site}, gen_random_uuid(), true, '{}', 'asked' from c
				returning id)
			select g.id as grant, d.id as destination from g, d`;
		const contentFor = async (name: Name, operation: string, subject: string) => {
			const id = await as(name, async (sql) => {
				const [row] = await sql<{ id: string }[]>`
					select id from app.begin_presence(${operation}, null, ${subject}, null, ${hash},
						sha256(${randomUUID()}::text::bytea))`;
				return row!.id;
			});
			const [row] =
				await database.admin`select sha256 from app.presence_challenges where id = ${id}`;
			return row!['sha256'] as string | null;
		};
		for (const [operation, subject] of [
			['approveGrant', request!.grant],
			['approveDestinationRequest', request!.destination],
		] as const) {
			expect(await contentFor('owner', operation, subject)).toBe('asked');
			expect(await contentFor('editor', operation, subject)).toBeNull();
		}
	});

	it('is confirmed for the operation and the request for which it began', async () => {
		const id = await begin('owner');
		const confirmAs = (operation: string, request: Buffer) =>
			as('owner', async (sql) => {
				await sql`select app.confirm_presence(${id}, ${operation}, ${request}, ${passkeys.owner}, 0, false)`;
			}).then(
				() => 'confirmed',
				(error: { code: string }) => error.code,
			);
		expect(await confirmAs('deleteWorkspace', hash)).toBe('FB403');
		expect(await confirmAs('deleteSite', Buffer.alloc(32, 2))).toBe('FB403');
		expect(await confirmAs('deleteSite', hash)).toBe('confirmed');
	});

	it('that has expired is neither found nor confirmed', async () => {
		const id = await begin('owner');
		await database.admin`
			update app.presence_challenges set expires_at = now() - interval '1 second' where id = ${id}`;
		expect(await find('owner', id, passkeys.owner)).toBe(0);
		expect(await confirm('owner', id, passkeys.owner)).toBe('FB403');
	});
});

describe('a passkey', () => {
	const register = (name: Name) =>
		as(name, async (sql) => {
			const [row] = await sql<{ id: string }[]>`
				select id from app.begin_passkey(sha256(${randomUUID()}::text::bytea))`;
			return row!.id;
		});
	const seen = (name: Name, registration: string) =>
		as(name, async (sql) => {
			const [row] = await sql`select app.find_passkey_challenge(${registration}) as challenge`;
			return row!['challenge'] !== null;
		});
	/** Runs a statement after the person confirmed the operation. */
	const change = (name: Name, operation: string, run: (sql: TransactionSql) => Promise<unknown>) =>
		as(name, async (sql) => {
			await sql.unsafe(`
				reset role;
				insert into app.presence_challenges (person_id, operation, request_hash, challenge, expires_at, confirmed_in, subject)
				values ('${people[name]}', '${operation.split(':')[0]}', '\\x00', sha256('x'), now(), pg_current_xact_id(),
					nullif('${operation.split(':')[1] ?? ''}', ''));
				set local role feedback_person`);
			await run(sql);
		}).then(
			() => 'done',
			(error: { code: string }) => error.code,
		);
	const add = (name: Name, registration: string) =>
		change(
			name,
			'addPasskey',
			(sql) => sql`
				select app.add_passkey(${registration}, 'New', ${randomUUID()}, 'key', 0, 'singleDevice', false, '', '')`,
		);
	const idOf = async (name: Name) => {
		const [row] = await database.admin<{ id: string }[]>`
			select "id" from identity."passkey" where "credentialID" = ${passkeys[name]}`;
		return row!.id;
	};

	it('is added by the person who began, once, before it expires', async () => {
		const registration = await register('owner');
		expect([await seen('owner', registration), await seen('editor', registration)]).toEqual([
			true,
			false,
		]);
		expect(await add('editor', registration)).toBe('FB409');
		expect(await add('owner', registration)).toBe('done');
		expect(await add('owner', registration)).toBe('FB409');
		const late = await register('owner');
		await database.admin`
			update app.passkey_registrations set expires_at = now() - interval '1 second' where id = ${late}`;
		expect(await seen('owner', late)).toBe(false);
		expect(await add('owner', late)).toBe('FB409');
	});

	it('is renamed and removed by its person, who confirmed exactly that', async () => {
		const own = await idOf('editor');
		const rename = (by: Name, confirmed: string) =>
			change(by, confirmed, (sql) => sql`select app.rename_passkey(${own}, 'Renamed')`);
		const remove = (by: Name, confirmed: string) =>
			change(by, confirmed, (sql) => sql`select app.remove_passkey(${own})`);
		expect(await rename('owner', `renamePasskey:${own}`)).toBe('FB404');
		expect(await rename('editor', `renamePasskey:${randomUUID()}`)).toBe('FB428');
		expect(await rename('editor', `removePasskey:${own}`)).toBe('FB428');
		expect(await rename('editor', `renamePasskey:${own}`)).toBe('done');
		expect(await remove('owner', `removePasskey:${own}`)).toBe('FB404');
		expect(await remove('editor', `removePasskey:${randomUUID()}`)).toBe('FB428');
		expect(await remove('editor', `removePasskey:${own}`)).toBe('done');
	});
});

it('a notice of removed passkeys is sent when it is due, until it was sent', async () => {
	const [reset] = await database.admin<{ id: string }[]>`
		insert into app.passkey_resets (person_id, notice_due_at) values (${people.owner}, now() + interval '1 minute')
		returning id`;
	const claim = async (in_: string) => {
		const rows = await database.admin<{ id: string }[]>`
			select notice ->> 'id' as id from app.claim_passkey_notices(now() + ${in_}::text::interval) notice`;
		return rows.map(({ id }) => id);
	};
	expect(await claim('0')).toEqual([]);
	expect(await claim('2 minutes')).toEqual([reset!.id]);
	await database.admin`select app.finish_passkey_notice(${reset!.id})`;
	expect(await claim('1 day')).toEqual([]);
});

describe('a session', () => {
	it('is live for its person until it expires', async () => {
		const open = async (expires: string) => {
			const [row] = await database.admin<{ id: string }[]>`
				insert into identity."session" ("expiresAt", "token", "updatedAt", "userId")
				values (now() + ${expires}::text::interval, ${randomUUID()}, now(), ${people.owner}) returning "id"`;
			return row!.id;
		};
		const isLive = (session: string, person: string) =>
			database.connect('feedback_manage', { max: 1 })`
				select app.require_live_session(${session}, ${person})`.then(
				() => true,
				(error: { code: string }) => error.code,
			);
		const session = await open('1 hour');
		expect(await isLive(session, people.owner)).toBe(true);
		expect(await isLive(session, people.editor)).toBe('FB401');
		expect(await isLive(randomUUID(), people.owner)).toBe('FB401');
		expect(await isLive(await open('-1 second'), people.owner)).toBe('FB401');
	});
});
