// The rate limits in the row of a site follow its settings and the maximums of the instance, no matter which
// of them changes.
import { randomUUID } from 'node:crypto';

import { limits } from '@feedback/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase, type TestSql } from './harness.ts';
import { createSite, type TestSite } from './sites.ts';

let database: TestDatabase;
/** Its transactions stay open while `database.admin` does something else. */
let other: TestSql;
beforeAll(async () => {
	database = await createDatabase();
	other = database.connect('supabase_admin', { max: 1, pooled: false });
});
afterAll(() => database.close());

const { site, address, subject, most } = limits.rate;
const maximums = {
	site: { per_second: most.site.perSecond, burst: most.site.burst },
	address: { per_second: most.address.perSecond, burst: most.address.burst },
	subject: { per_second: most.subject.perSecond, burst: most.subject.burst },
};
afterEach(() => changeMaximums(maximums));

const changeMaximums = (rate_limits: object, sql = database.admin) =>
	sql`select app.change_instance_settings(${sql.json({ rate_limits } as never)})`;

const changeSettings = ({ id }: TestSite, rate_limits: object, sql = database.admin) =>
	sql`
		update app.sites set settings = settings || ${sql.json({ rate_limits } as never)}
		where id = ${id}`;

/** `[per second, burst]` of the site, of an address and of a subject. */
async function readLimits({ id }: Pick<TestSite, 'id'>): Promise<[number, number][]> {
	const [row] = await database.admin`
		select site_rate, site_burst, address_rate, address_burst, subject_rate, subject_burst
		from app.rate_limits where site_id = ${id}`;
	return [
		[row!['site_rate'], row!['site_burst']],
		[row!['address_rate'], row!['address_burst']],
		[row!['subject_rate'], row!['subject_burst']],
	];
}

/** Waits until a connection of the database waits for a lock. */
async function awaitBlocked(): Promise<void> {
	await expect
		.poll(async () => {
			const blocked = await database.admin`
				select from pg_stat_activity
				where datname = current_database() and wait_event_type = 'Lock'`;
			return blocked.length;
		})
		.toBe(1);
}

/** Runs `first` in a transaction, and commits it when `second` waits for it. */
async function overlap(
	first: (sql: TestSql) => PromiseLike<unknown>,
	second: () => PromiseLike<unknown>,
): Promise<void> {
	await other`begin`;
	await first(other);
	const waiting = Promise.resolve(second());
	await awaitBlocked();
	await other`commit`;
	await waiting;
}

const defaults = [
	[site.perSecond, site.burst],
	[address.perSecond, address.burst],
	[subject.perSecond, subject.burst],
];

describe('a new site', () => {
	it('has the defaults of the contract when its settings name no rate limits', async () => {
		const { workspace } = await createSite(database.admin);
		const id = randomUUID();
		await database.admin`
			insert into app.sites (id, workspace_id, name) values (${id}, ${workspace}, 'Bare')`;
		expect(await readLimits({ id })).toEqual(defaults);
	});

	it('has at most the maximums of the instance', async () => {
		await changeMaximums({ site: { per_second: 100 }, subject: { burst: 20 } });
		const own = await createSite(database.admin, { rate_limits: { address: { burst: 30 } } });
		expect(await readLimits(own)).toEqual([
			[100, site.burst],
			[address.perSecond, 30],
			[subject.perSecond, 20],
		]);
	});

	it('that is not committed yet follows a change of the maximums', async () => {
		const { workspace } = await createSite(database.admin);
		const id = randomUUID();
		await overlap(
			(sql) =>
				sql`insert into app.sites (id, workspace_id, name) values (${id}, ${workspace}, 'New')`,
			() => changeMaximums({ site: { per_second: 70 } }),
		);
		expect((await readLimits({ id }))[0]).toEqual([70, site.burst]);
	});

	it('waits for a change of the maximums that is not committed yet', async () => {
		const { workspace } = await createSite(database.admin);
		const id = randomUUID();
		await overlap(
			(sql) => changeMaximums({ site: { per_second: 80 } }, sql),
			() => database.admin`
				insert into app.sites (id, workspace_id, name) values (${id}, ${workspace}, 'New')`,
		);
		expect((await readLimits({ id }))[0]).toEqual([80, site.burst]);
	});
});

describe('a change of the settings', () => {
	it('is stored immediately, and rolled back with its transaction', async () => {
		const own = await createSite(database.admin);
		await changeSettings(own, { subject: { per_second: 2, burst: 12 } });
		expect((await readLimits(own))[2]).toEqual([2, 12]);
		await other`begin`;
		await changeSettings(own, { subject: { per_second: 3, burst: 13 } }, other);
		await other`rollback`;
		expect((await readLimits(own))[2]).toEqual([2, 12]);
	});

	it('concurrent with a change of the maximums results in the lower of both, in either order', async () => {
		const own = await createSite(database.admin);
		await overlap(
			(sql) => changeSettings(own, { site: { per_second: 900, burst: 150 } }, sql),
			() => changeMaximums({ site: { per_second: 200, burst: 300 } }),
		);
		expect((await readLimits(own))[0]).toEqual([200, 150]);
		await overlap(
			(sql) => changeMaximums({ site: { per_second: 400, burst: 100 } }, sql),
			() => changeSettings(own, { site: { per_second: 800, burst: 250 } }),
		);
		expect((await readLimits(own))[0]).toEqual([400, 100]);
	});
});

describe('a change of the maximums', () => {
	it('applies to every site whose own limit is higher', async () => {
		const [wide, narrow] = [
			await createSite(database.admin, { rate_limits: { site: { per_second: 4_000 } } }),
			await createSite(database.admin, { rate_limits: { site: { per_second: 50 } } }),
		];
		await changeMaximums({ site: { per_second: 100 } });
		expect((await readLimits(wide))[0]![0]).toBe(100);
		expect((await readLimits(narrow))[0]![0]).toBe(50);
		await changeMaximums({ site: { per_second: 3_000 } });
		expect((await readLimits(wide))[0]![0]).toBe(3_000);
		expect((await readLimits(narrow))[0]![0]).toBe(50);
	});

	it('and a request that consumes tokens and records a new event name do not deadlock', async () => {
		const own = await createSite(database.admin);
		const consume = (sql: TestSql) => sql`
			select app.consume_tokens(array[${own.id}::uuid], array['\\x01'::bytea], array[${randomUUID()}::uuid], now())`;
		await consume(other);
		await database.admin`update app.buckets set exhausted = true where site_id = ${own.id}`;
		await overlap(
			async (sql) => {
				await consume(sql);
				await sql`select app.record_event_name(${own.id}, 'new.name', now())`;
			},
			() => changeMaximums({ site: { per_second: 90 } }),
		);
		await database.admin`update app.buckets set exhausted = true where site_id = ${own.id}`;
		await overlap(
			(sql) => changeMaximums({ site: { per_second: 110 } }, sql),
			() =>
				database.admin.begin(async (sql) => {
					await consume(sql as unknown as TestSql);
					await sql`select app.record_event_name(${own.id}, 'another.name', now())`;
				}),
		);
		expect((await readLimits(own))[0]![0]).toBe(110);
	});
});
