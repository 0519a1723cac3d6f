// What one person confirmed, asked for or signed in with is worth nothing to another person.
import { randomUUID } from 'node:crypto';

import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../harness.ts';
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

	it('that has expired is neither found nor confirmed', async () => {
		const id = await begin('owner');
		await database.admin`
			update app.presence_challenges set expires_at = now() - interval '1 second' where id = ${id}`;
		expect(await find('owner', id, passkeys.owner)).toBe(0);
		expect(await confirm('owner', id, passkeys.owner)).toBe('FB403');
	});
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
