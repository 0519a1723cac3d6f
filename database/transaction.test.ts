// A failing transaction or statement stores nothing, and its connection remains usable.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

import { openSites, type TestSites } from '../supabase/functions/tests/sites.ts';
import type { Database } from './database.ts';
import { createPool, type PoolOptions } from '../supabase/functions/_shared/pool.ts';
import type { Tx } from './statement.ts';

let sites: TestSites;
const opened: Database[] = [];

beforeAll(async () => {
	sites = await openSites();
	await sites.sql`create schema probe`;
	await sites.sql`
		create table probe.rows (
			n integer primary key check (n >= 0), note text, data jsonb,
			twin integer unique deferrable initially deferred)`;
	await sites.sql`grant usage on schema probe to feedback_manage`;
	await sites.sql`grant all on probe.rows to feedback_manage`;
});
beforeEach(() => sites.sql`truncate probe.rows`);
afterAll(async () => {
	await Promise.all(opened.map((pool) => pool.end()));
	await sites.end();
});

function open(options: PoolOptions = {}): Database {
	const url = new URL(sites.manageUrl);
	// Not through the tests' pooler, which does not support prepared statements.
	if (options.session?.prepare) url.port = new URL(inject('cluster')).port;
	const pool = createPool(url.href, 'transaction-test', { size: 1, ...options });
	opened.push(pool);
	return pool;
}

const insert = (tx: Tx, n: number) => tx`insert into probe.rows (n, note) values (${n}, 'kept')`;

const errorOf = (call: PromiseLike<unknown>) =>
	Promise.resolve(call).then(
		() => undefined,
		(error: unknown) => error as Error & { code?: string },
	);

const codeOf = async (call: PromiseLike<unknown>) => (await errorOf(call))?.code;

/** Passes when nothing is stored and the next statements on the pool's one connection have their own results. */
async function expectNothingStored(pool: Database): Promise<void> {
	expect(await sites.sql`select * from probe.rows`).toEqual([]);
	expect(await pool`select ${'next'}::text as word, ${7}::int as n`).toEqual([
		{ word: 'next', n: 7 },
	]);
	await pool.begin('read write', async (tx) => {
		await insert(tx, 1);
		expect(await tx`select n, note, data from probe.rows`).toEqual([
			{ n: 1, note: 'kept', data: null },
		]);
	});
	expect(await sites.sql`select n, note from probe.rows`).toEqual([{ n: 1, note: 'kept' }]);
}

const circular: Record<string, unknown> = {};
circular['self'] = circular;

const unwritable: [string, unknown][] = [
	['undefined', undefined],
	['a symbol', Symbol('x')],
	['a function', () => 1],
	['an invalid date', new Date(NaN)],
	['an object that is not marked as JSON', { a: 1 }],
	['an array of objects', [{ a: 1 }]],
];
const unwritableJson: [string, unknown][] = [
	['a big integer', { a: 1n }],
	['itself', circular],
	['undefined alone', undefined],
	[
		'what throws',
		{
			toJSON() {
				throw new Error('no');
			},
		},
	],
];

describe.each([
	['without prepared statements', false],
	['with prepared statements', true],
])('%s', (_, prepare) => {
	const one = () => open({ session: { prepare } });

	it('a statement that fails rolls back the statements before and after it', async () => {
		const pool = one();
		const cut = pool.begin('read write', async (tx) => {
			await insert(tx, 1);
			await insert(tx, -1);
			await insert(tx, 2);
		});
		expect(await codeOf(cut)).toBe('23514');
		await expectNothingStored(pool);
	});

	it('an error that the caller handles still rolls back the transaction', async () => {
		const pool = one();
		const cut = pool.begin('read write', async (tx) => {
			await insert(tx, 1);
			await errorOf(insert(tx, 1));
			await errorOf(insert(tx, 2));
			return 'done';
		});
		expect(await codeOf(cut)).toBe('23505');
		await expectNothingStored(pool);
	});

	it('one failing statement rolls back all statements sent together', async () => {
		const pool = one();
		for (const bad of [0, 2, 4]) {
			const cut = pool.begin('read write', (tx) =>
				Promise.all([1, 2, 3, 4, 5].map((n, at) => insert(tx, at === bad ? -1 : n))),
			);
			expect(await codeOf(cut)).toBe('23514');
		}
		await expectNothingStored(pool);
	});

	it('a failing statement that nobody awaits rolls back the transaction', async () => {
		const pool = one();
		const cut = pool.begin('read write', async (tx) => {
			await insert(tx, 1);
			void insert(tx, -1).execute();
		});
		expect(await codeOf(cut)).toBe('23514');
		await expectNothingStored(pool);
	});

	it('statements sent after the end of their transaction reject', async () => {
		const pool = one();
		let late: Promise<unknown> | undefined;
		const cut = pool.begin('read write', (tx) => {
			const slow = insert(tx, 1).then(() => insert(tx, 2));
			late = errorOf(slow.then(() => insert(tx, 3)));
			return Promise.all([slow, Promise.reject(new Error('refused'))]);
		});
		expect((await errorOf(cut))?.message).toBe('refused');
		expect(await late).toMatchObject({ message: 'The transaction has ended.' });
		await expectNothingStored(pool);
	});

	it('a commit that fails stores nothing', async () => {
		const pool = one();
		const cut = pool.begin('read write', async (tx) => {
			await tx`insert into probe.rows (n, twin) values (1, 1), (2, 1)`;
		});
		expect(await codeOf(cut)).toBe('23505');
		await expectNothingStored(pool);
	});

	it('a batch with one invalid row stores no rows', async () => {
		const pool = one();
		const rows = pool.json([1, 2, -3, 4].map((n) => ({ n, note: 'batch' })));
		const cut = pool`
			insert into probe.rows (n, note)
			select n, note from jsonb_to_recordset(${rows}) r (n integer, note text)`;
		expect(await codeOf(cut)).toBe('23514');
		await expectNothingStored(pool);
	});

	it.each(unwritable)('%s as a parameter is refused before anything is sent', async (_, value) => {
		const pool = one();
		const write = (tx: Tx) =>
			tx`insert into probe.rows (n, note) values (${1}, ${value as string})`;
		expect(await errorOf(pool`select ${'a'}::text, ${value as string}`)).toBeInstanceOf(Error);
		const cut = pool.begin('read write', async (tx) => {
			await insert(tx, 2);
			await write(tx);
		});
		expect(await errorOf(cut)).toBeInstanceOf(Error);
		const together = pool.begin('read write', (tx) =>
			Promise.all([insert(tx, 2), write(tx), insert(tx, 3)]),
		);
		expect(await errorOf(together)).toBeInstanceOf(Error);
		await expectNothingStored(pool);
	});

	it.each(unwritableJson)('JSON of %s is refused before anything is sent', async (_, value) => {
		const pool = one();
		const cut = pool.begin('read write', async (tx) => {
			await insert(tx, 2);
			await tx`insert into probe.rows (n, data) values (${1}, ${tx.json(value as string)})`;
		});
		expect(await errorOf(cut)).toBeInstanceOf(Error);
		await expectNothingStored(pool);
	});

	it('text that Postgres cannot store rolls back the transaction', async () => {
		const pool = one();
		const cut = pool.begin('read write', async (tx) => {
			await insert(tx, 2);
			await tx`insert into probe.rows (n, note) values (${3}, ${'a\0b'})`;
		});
		expect(await errorOf(cut)).toBeInstanceOf(Error);
		const json = pool.begin('read write', async (tx) => {
			await insert(tx, 2);
			await tx`insert into probe.rows (n, data) values (${3}, ${tx.json({ a: '\0' })})`;
		});
		expect(await codeOf(json)).toBe('22P05');
		await expectNothingStored(pool);
	});

	it('a cancelled statement rolls back its transaction, and the connection stays open', async () => {
		const pool = one();
		const [before] = await pool<{ pid: number }[]>`select pg_backend_pid() as pid`;
		const cut = pool.begin('read write', async (tx) => {
			await insert(tx, 1);
			const waiting = tx`select pg_sleep(30)`.execute();
			await cancelOnceAsleep(before!.pid);
			await waiting;
		});
		expect(await codeOf(cut)).toBe('57014');
		expect(await pool`select pg_backend_pid() as pid`).toEqual([before]);
		await expectNothingStored(pool);
	});

	it('a deadline in a transaction rolls it back', async () => {
		const pool = open({ session: { prepare }, deadlineMs: 400 });
		// Connecting may take longer than the deadline on a busy machine.
		await expect.poll(() => codeOf(pool`select 1`)).toBeUndefined();
		const cut = pool.begin('read write', async (tx) => {
			await insert(tx, 1);
			await Promise.all([tx`select pg_sleep(30)`, insert(tx, 2)]);
		});
		expect(await codeOf(cut)).toBe('DEADLINE');
		await terminated('select pg_sleep');
		await expectNothingStored(pool);
	});

	it('when the server ends a connection, its transaction continues on no other connection', async () => {
		const pool = one();
		const cut = pool.begin('read write', async (tx) => {
			await insert(tx, 1);
			const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
			await sites.sql`select pg_terminate_backend(${own!.pid}, 5000)`;
			expect(await codeOf(insert(tx, 2))).toMatch(/^(57P01|CONNECTION_CLOSED|ECONNRESET|EPIPE)$/);
			await insert(tx, 3);
		});
		expect(await codeOf(cut)).toMatch(/^(57P01|CONNECTION_CLOSED|ECONNRESET|EPIPE)$/);
		await expectNothingStored(pool);
	});

	it('a read-only transaction writes nothing', async () => {
		const pool = one();
		const cut = pool.begin('read only', async (tx) => void (await insert(tx, 1)));
		expect(await codeOf(cut)).toBe('25006');
		await expectNothingStored(pool);
	});
});

async function cancelOnceAsleep(pid: number): Promise<void> {
	await expect
		.poll(async () => {
			const [found] = await sites.sql`
				select wait_event from pg_stat_activity where pid = ${pid}`;
			return found!['wait_event'] as unknown;
		})
		.toBe('PgSleep');
	await sites.sql`select pg_cancel_backend(${pid})`;
}

/** The server may notice only later that the client has closed the socket. */
async function terminated(query: string): Promise<void> {
	await sites.sql`
		select pg_terminate_backend(pid, 5000) from pg_stat_activity
		where application_name = 'feedback-transaction-test' and datname = current_database()
		  and query like ${`%${query}%`} and state <> 'idle'`;
}
