// Which ciphertext is replaced when the sealing key is, and whose stored reply is returned: beside a site and a caller
// with the same IDs and keys.
import { randomUUID } from 'node:crypto';

import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDestination } from '../destinations.ts';
import { createDatabase, type TestDatabase } from '../harness.ts';
import { createSite, type TestSite } from '../sites.ts';
import { undone } from '../undone.ts';
import { people } from './actors.ts';
import { copySite } from './copy-site.ts';
import { outcomeFor } from './outcome-for.ts';

const columns = ['sealed_url', 'sealed_token', 'sealed_secret', 'sealed_old_secret'] as const;
let database: TestDatabase;
let site: TestSite;
let twin: TestSite;
let destination: string;
beforeAll(async () => {
	database = await createDatabase();
	const { admin } = database;
	site = await createSite(admin, {}, { [people.owner]: 'owner', [people.editor]: 'editor' });
	twin = await createSite(admin);
	await admin`
		insert into app.proof_keys (site_id, kid, alg, sealed) values (${site.id}, 'k1', 'HS256', 'old proof')`;
	destination = await createDestination(admin, site.id, {
		kind: 'email',
		recipients: ['ada@example.com'],
		schedule: { every: 'message' },
	});
	// No kind of destination has a ciphertext in every column.
	const checks = await admin<{ name: string }[]>`
		select conname as name from pg_constraint where conrelid = 'app.destinations'::regclass and contype = 'c'`;
	for (const { name } of checks) {
		await admin.unsafe(`alter table app.destinations drop constraint "${name}"`);
	}
	await admin`alter table app.destinations disable trigger user`;
	await admin`
		update app.destinations set sealed_url = 'old sealed_url', sealed_token = 'old sealed_token',
			sealed_secret = 'old sealed_secret', sealed_old_secret = 'old sealed_old_secret',
			rotation_ends_at = now() + interval '1 day'`;
	const connection = randomUUID();
	await admin`
		insert into app.connections (id, person_id, kind, name) values (${connection}, ${people.owner}, 'mcp', 'Editor')`;
	for (const { id, workspace } of [site, twin]) {
		await admin`
			insert into app.destination_requests (connection_id, person_id, workspace_id, site_id, destination_id, creates, settings,
				sealed_url, sealed_token, sha256)
			values (${connection}, ${people.owner}, ${workspace}, ${id}, ${destination}, false, '{}', 'old sealed_url',
				'old sealed_token', 'x')`;
	}
	await copySite(admin, site, twin);
});
afterAll(() => database.close());

/** The ciphertexts of a site that are still in use, by their place. */
async function list(sql: TransactionSql, { id }: TestSite): Promise<Record<string, string>> {
	const rows = await sql<{ place: string; sealed: string }[]>`
		select place, convert_from(sealed, 'UTF8') as sealed from app.stored_secrets() where site_id = ${id} order by 1`;
	return Object.fromEntries(rows.map(({ place, sealed }) => [place, sealed]));
}

const replace = async (
	sql: TransactionSql,
	place: string,
	{ id = destination, old = '' }: { id?: string; old?: string },
) => {
	const [row] = await sql<[{ replaced: boolean }]>`
		select app.replace_sealed(${place}, ${site.id}, ${id}, ${old}::text::bytea, 'new') as replaced`;
	return row.replaced;
};

describe('a ciphertext', () => {
	it.each([
		['proof_keys.sealed', 'k1', 'old proof'],
		...columns.map((column) => [`destinations.${column}`, undefined, `old ${column}`] as const),
		['destination_requests.sealed_url', undefined, 'old sealed_url'],
		['destination_requests.sealed_token', undefined, 'old sealed_token'],
	] as const)('%s is replaced at its site, while it is the same', async (place, id, old) => {
		const given = id === undefined ? {} : { id };
		await undone(database.admin, async (sql) => {
			const before = { own: await list(sql, site), other: await list(sql, twin) };
			expect(before.own[place]).toBe(old);
			if (place.startsWith('destination')) expect(before.other).toEqual(before.own);
			expect(await replace(sql, place, { ...given, old: 'another' })).toBe(false);
			expect(await replace(sql, place, { id: id ? 'k2' : randomUUID(), old })).toBe(false);
			expect(await list(sql, site)).toEqual(before.own);
			expect(await replace(sql, place, { ...given, old })).toBe(true);
			expect(await list(sql, site)).toEqual({ ...before.own, [place]: 'new' });
			expect(await list(sql, twin)).toEqual(before.other);
		});
	});

	it('is not in use after a rotation, or of a request that was decided or has expired', async () => {
		const placesAfter = (statement: string) =>
			undone(database.admin, async (sql) => {
				await sql.unsafe(statement);
				return Object.keys(await list(sql, site));
			});
		const all = await undone(database.admin, async (sql) => Object.keys(await list(sql, site)));
		const without = (text: string) => all.filter((place) => !place.includes(text));
		expect(await placesAfter('update app.destinations set rotation_ends_at = now()')).toEqual(
			without('old_secret'),
		);
		for (const set of [`expires_at = now()`, `state = 'denied', decided_at = now()`]) {
			expect(await placesAfter(`update app.destination_requests set ${set}`)).toEqual(
				without('requests'),
			);
		}
	});
});

describe('a stored reply', () => {
	const claim = (sql: TransactionSql, person: string, hash = 'request') =>
		outcomeFor(sql, person, async (scope) => {
			const [row] = await scope`
				select app.claim_idempotency_key('key', ${hash}::text::bytea, ${site.id}) as reply`;
			return (row!['reply'] as string | null) ?? 'first';
		});
	const store = (sql: TransactionSql, person: string, reply: string) =>
		outcomeFor(sql, person, async (scope) => {
			await scope`select app.store_reply('key', ${scope.json(reply)})`;
			return 'stored';
		});

	it('is that of the caller', async () => {
		await undone(database.admin, async (sql) => {
			expect(await claim(sql, people.owner)).toBe('first');
			expect(await claim(sql, people.editor)).toBe('first');
			await store(sql, people.owner, 'of the owner');
			await store(sql, people.editor, 'of the editor');
			expect(await claim(sql, people.owner)).toBe('of the owner');
			expect(await claim(sql, people.editor)).toBe('of the editor');
			expect(await claim(sql, people.owner, 'another')).toBe('FB409');
			// Those of others are kept when a caller's own are forgotten.
			await sql`update app.idempotency_keys set at = now() - interval '25 hours'`;
			expect(await claim(sql, people.owner, 'another')).toBe('first');
			expect(await sql`select from app.idempotency_keys`).toHaveLength(2);
		});
	});

	it('is forgotten with what it contains, at that site', async () => {
		await undone(database.admin, async (sql) => {
			for (const [key, where, reply] of [
				['own', site.id, { visitor: 'ada' }],
				['other', site.id, { visitor: 'bob' }],
				['elsewhere', twin.id, { visitor: 'ada' }],
			] as const) {
				await sql`
					insert into app.idempotency_keys (caller_id, key, request_hash, site_id, reply)
					values (${people.owner}, ${key}, '\\x00', ${where}, ${sql.json(reply)})`;
			}
			await sql`select app.forget_replies(${site.id}, array['ada'])`;
			const rows = await sql<{ key: string }[]>`select key from app.idempotency_keys order by 1`;
			expect(rows.map(({ key }) => key)).toEqual(['elsewhere', 'other']);
		});
	});
});

describe('attempts against a limit', () => {
	type Counted = { retry_after: number | null; is_first: boolean };
	const at = (seconds: number) => new Date(Date.UTC(2026, 5, 1) + seconds * 1_000);
	const count = async (sql: TransactionSql, seconds: number, kind = 'guess', key = 'ada') => {
		const [row] = await sql<[Counted]>`
			select * from app.count_against(${kind}, ${key}::text::bytea, ${at(seconds)})`;
		return row;
	};
	const wait = async (sql: TransactionSql, seconds: number, kind = 'guess', key = 'ada') => {
		const [row] = await sql<[{ wait: number | null }]>`
			select app.find_wait(${kind}, ${key}::text::bytea, ${at(seconds)}) as wait`;
		return row.wait;
	};

	it('are counted by kind and target, in a period', async () => {
		await undone(database.admin, async (sql) => {
			for (let time = 0; time < 9; time++) await count(sql, 0);
			expect(await wait(sql, 0)).toBeNull();
			expect(await count(sql, 0)).toEqual({ retry_after: null, is_first: false });
			// The limit of the other kind is lower, and not reached.
			await count(sql, 0, 'mailOfBrowser');
			expect(await wait(sql, 60)).toBe(3_540);
			expect(await wait(sql, 60, 'mailOfBrowser')).toBeNull();
			expect(await wait(sql, 60, 'guess', 'eve')).toBeNull();
			expect(await wait(sql, 3_601)).toBeNull();
			expect(await count(sql, 60)).toEqual({ retry_after: 3_540, is_first: true });
			expect(await count(sql, 61)).toEqual({ retry_after: 3_539, is_first: false });
			expect(await count(sql, 3_661)).toEqual({ retry_after: null, is_first: false });
		});
	});

	it('beyond the limit write nothing', async () => {
		await undone(database.admin, async (sql) => {
			for (let time = 0; time < 12; time++) await count(sql, 0);
			const version = async () => (await sql`select ctid::text as at, times from app.attempts`)[0];
			const before = await version();
			expect(await count(sql, 1)).toEqual({ retry_after: 3_599, is_first: false });
			expect(await version()).toEqual(before);
		});
	});

	it('from a clock that was ahead are over', async () => {
		await undone(database.admin, async (sql) => {
			for (let time = 0; time < 11; time++) await count(sql, 7_200);
			expect(await wait(sql, 0)).toBeNull();
			expect(await count(sql, 0)).toEqual({ retry_after: null, is_first: false });
		});
	});
});
