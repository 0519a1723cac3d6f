// Who may add a passkey, and how many. Plain SQL statements call the functions without the API, which verifies the key.
import { createHash, randomUUID } from 'node:crypto';

import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../harness.ts';
import { undone } from '../undone.ts';
import { people } from './actors.ts';
import { outcomeFor } from './outcome-for.ts';

const { owner, editor } = people;
const challenge = createHash('sha256').update('challenge').digest();

let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase();
	for (const person of [owner, editor]) {
		await database.admin`
			insert into identity."user" ("id", "name", "email", "emailVerified")
			values (${person}, '', ${`${person}@example.com`}, true)`;
	}
});
afterAll(() => database.close());

const begin = (sql: TransactionSql, person: string | null) =>
	outcomeFor(sql, person, async (scope) => {
		const [row] = await scope<[{ id: string }]>`select id from app.begin_passkey(${challenge})`;
		return row.id;
	});

const add = (sql: TransactionSql, person: string, registration: string) =>
	outcomeFor(sql, person, async (scope) => {
		await scope`
			select app.add_passkey(${registration}, 'Laptop', ${randomUUID()}, 'key', 0, 'singleDevice', false, '', '')`;
		return 'done';
	});

const find = (sql: TransactionSql, person: string, registration: string) =>
	outcomeFor(sql, person, async (scope) => {
		const [row] = await scope`select app.find_passkey_challenge(${registration}) as challenge`;
		return row!['challenge'] === null ? 'nothing' : 'found';
	});

const store = (sql: TransactionSql, person: string, count: number) => sql`
	insert into identity."passkey" ("publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
	select '', ${person}, gen_random_uuid()::text, 0, 'singleDevice', false from generate_series(1, ${count})`;

/** Someone with passkeys confirms what they do next. */
const confirm = (sql: TransactionSql, person: string) => sql`
	insert into app.presence_challenges (person_id, operation, request_hash, challenge, expires_at, confirmed_at, confirmed_in)
	values (${person}, 'addPasskey', ${challenge}, ${challenge}, now() + interval '2 minutes', now(), pg_current_xact_id())`;

const expire = (sql: TransactionSql) =>
	sql`update app.passkey_registrations set expires_at = now()`;

describe('to begin to add a passkey', () => {
	it('needs a person', async () => {
		await undone(database.admin, async (sql) => {
			expect(await begin(sql, null)).toBe('FB403');
		});
	});

	it('is possible 20 times within 10 minutes, for each person', async () => {
		await undone(database.admin, async (sql) => {
			for (let time = 0; time < 20; time++) await begin(sql, owner);
			expect(await begin(sql, owner)).toBe('FB429');
			expect(await begin(sql, editor)).not.toBe('FB429');
			await expire(sql);
			expect(await begin(sql, owner)).not.toBe('FB429');
		});
	});

	it('needs room for it: 20 passkeys of this person', async () => {
		await undone(database.admin, async (sql) => {
			await store(sql, owner, 20);
			expect(await begin(sql, owner)).toBe('FB409');
			expect(await begin(sql, editor)).not.toBe('FB409');
		});
	});
});

describe('a registration', () => {
	it('adds one passkey of the person who began it', async () => {
		await undone(database.admin, async (sql) => {
			const id = await begin(sql, owner);
			const another = await begin(sql, owner);
			expect(await find(sql, editor, id)).toBe('nothing');
			expect(await add(sql, editor, id)).toBe('FB409');
			expect(await find(sql, owner, randomUUID())).toBe('nothing');
			expect(await add(sql, owner, randomUUID())).toBe('FB409');
			expect(await find(sql, owner, id)).toBe('found');
			expect(await add(sql, owner, id)).toBe('done');
			expect(await find(sql, owner, id)).toBe('nothing');
			await confirm(sql, owner);
			expect(await add(sql, owner, id)).toBe('FB409');
			expect(await add(sql, owner, another)).toBe('done');
		});
	});

	it('expires', async () => {
		await undone(database.admin, async (sql) => {
			const id = await begin(sql, owner);
			await expire(sql);
			expect(await find(sql, owner, id)).toBe('nothing');
			expect(await add(sql, owner, id)).toBe('FB409');
		});
	});

	it('adds none once there are 20', async () => {
		await undone(database.admin, async (sql) => {
			const id = await begin(sql, owner);
			await store(sql, owner, 20);
			await confirm(sql, owner);
			expect(await add(sql, owner, id)).toBe('FB409');
		});
	});

	it('of a further passkey needs the person’s presence, of the first a recent sign-in', async () => {
		await undone(database.admin, async (sql) => {
			const id = await begin(sql, owner);
			await store(sql, owner, 1);
			expect(await add(sql, owner, id)).toBe('FB428');
			await confirm(sql, owner);
			expect(await add(sql, owner, id)).toBe('done');
		});
	});
});
