// Maintenance during ingest: its locks, interrupted runs, and backlogs.
import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { testDate } from './cluster.ts';
import { rounds, thorough } from '../../testing/thorough.ts';
import { listMigrations } from '../../server/postgres/migrations.ts';
import { maintain } from '../../server/postgres/maintain.ts';
import { day, report } from './caller.ts';
import { createDatabase, type TestDatabase, type TestSql } from './harness.ts';
import { asPerson, people } from './security/actors.ts';
import { createSite, publishPrompt } from './sites.ts';
import { newVisit } from './visits.ts';

let database: TestDatabase;
const now = new Date(testDate);
const after = (milliseconds: number) => new Date(+now + milliseconds);
beforeEach(async () => {
	database = await createDatabase({ now });
});
afterEach(() => database.close());

/** Opens a connection with a lock timeout. */
async function connectWithLockTimeout(
	role: 'feedback_ingest' | 'supabase_admin',
): Promise<TestSql> {
	const sql = database.connect(role, { max: 1, pooled: false });
	await sql`select set_config('lock_timeout', '2s', false)`;
	return sql;
}

const count = async (table: string, site: string) =>
	(await database.admin`select from ${database.admin(`app.${table}`)} where site_id = ${site}`)
		.length;

/** Days that have a partition. */
const days = async () =>
	(
		await database.admin`
			select right(relname, 8) as day from pg_class
			where relnamespace = 'app_days'::regnamespace and relkind = 'r' order by 1`
	).map((row) => row['day'] as string);

/** Adds visitors with a subject each, last seen at that time. */
async function addVisitors(site: string, visitors: number, seenAt: Date): Promise<void> {
	await database.admin`
		with subject as (
			insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
			select ${site}, id, id, ${seenAt}, ${seenAt}
			from (select gen_random_uuid() as id from generate_series(1, ${visitors}::int)) made returning id)
		insert into app.visitors (site_id, id, subject_id, first_seen_at, last_seen_at)
		select ${site}, id, id, ${seenAt}, ${seenAt} from subject`;
}

/** Adds events of one name to a day, large enough to fill several blocks. */
async function addEvents(site: string, events: number, at: Date): Promise<void> {
	await database.admin`
		insert into app.events (site, id, visitor, session_id, received_at, bot, name_hash, name, properties)
		select s.key, app.mint_id(${at}), 0, gen_random_uuid(), ${at}, false, hashtext('done'), 'done',
			jsonb_build_object('text', repeat('x', 500))
		from app.sites s, generate_series(1, ${events}::int) where s.id = ${site}`;
}

/** Locks `relation`, runs maintenance until it waits for that lock, then runs `meanwhile`. */
async function blockAt(relation: string, at: Date, meanwhile: (pid: number) => Promise<void>) {
	const locking = database.connect('supabase_admin', { max: 1 });
	const running = await locking.begin(async (tx) => {
		await tx`lock table ${tx(relation)} in access exclusive mode`;
		const sql = database.connect('supabase_admin', { max: 1 });
		const ended = maintain(sql, { now: at }).then(
			() => 'done',
			(error: unknown) => error,
		);
		const watching = database.connect('supabase_admin', { max: 1 });
		let pid: number | undefined;
		while (pid === undefined) {
			const [waiting] = await watching`
				select pid from pg_locks where relation = ${relation}::regclass and not granted`;
			pid = waiting?.['pid'] as number | undefined;
		}
		await meanwhile(pid);
		return { ended, sql };
	});
	const outcome = await running.ended;
	// If the connection was cut, the driver would otherwise wait for it.
	await running.sql.end({ timeout: 0 });
	return outcome;
}

describe('ingest', () => {
	it.each([
		['counts', 'app.counted_days', 33 * day],
		['deletes', 'app.dropped_events', 33 * day],
		['deletes subjects', 'app.responses', 92 * day],
	])('does not wait while maintenance %s', async (_, relation, passed) => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger: { events: ['done'] } });
		await report(database.ingest, newVisit(site.id, { now }), 'done');
		const sql = await connectWithLockTimeout('feedback_ingest');
		await blockAt(relation, after(passed), async () => {
			const visit = newVisit(site.id, { now: after(passed) });
			const { result, decided } = await report(sql, visit, 'done');
			expect([result.status, decided?.reason]).toEqual(['recorded', 'displayed']);
		});
	});

	it('waits for at most one step, and that step soon gives up', thorough, async () => {
		const site = await createSite(database.admin);
		await report(database.ingest, newVisit(site.id, { now }), 'done');
		const strong: string[] = [];
		let step: string | null = 'create_days';
		while (step !== null) {
			const piece: string = step;
			step = await database.admin.begin(async (sql) => {
				const [row] = await sql`select app.maintain(${piece}, ${after(92 * day)}) as next`;
				const locks = await sql`
					select mode from pg_locks where pid = pg_backend_pid() and relation = 'app.events'::regclass
					and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;
				if (locks.length > 0) strong.push(piece);
				return row!['next'] as string | null;
			});
		}
		expect(new Set(strong)).toEqual(new Set(['drop_days']));
		const [row] = await database.admin`select proconfig from pg_proc where proname = 'drop_day'`;
		expect(row!['proconfig']).toContain('lock_timeout=100ms');
	});

	it('and maintenance do not deadlock when a visitor returns', async () => {
		const site = await createSite(database.admin);
		const visit = newVisit(site.id, { now });
		await report(database.ingest, visit, 'done');
		const sql = await connectWithLockTimeout('supabase_admin');
		const returning = database.connect('supabase_admin', { max: 1 });
		await returning.begin(async (tx) => {
			// A call for this visitor locks the visitor's row first, then the subject's.
			await tx`select from app.visitors where site_id = ${site.id} for update`;
			await maintain(sql, { now: after(91 * day) });
		});
		expect(await count('subjects', site.id)).toBe(1);
		await maintain(sql, { now: after(91 * day) });
		expect(await count('subjects', site.id)).toBe(0);
	});
});

describe('a day', () => {
	it('is counted before it is dropped, even after a long pause', async () => {
		const site = await createSite(database.admin);
		const visit = newVisit(site.id, { now });
		for (let turn = 0; turn < 3; turn++) await report(database.ingest, visit, 'done');
		await maintain(database.admin, { now: after(60 * day) });
		expect(await days()).not.toContain('20260615');
		expect(
			await database.admin`select name, day::text, events::int from app.event_counts where site_id = ${site.id}`,
		).toEqual([{ name: 'done', day: '2026-06-15', events: 3 }]);
	});

	it('is not dropped while it is being read, but by the next run', async () => {
		const site = await createSite(database.admin);
		const reading = database.connect('supabase_admin', { max: 1 });
		await reading.begin(async (sql) => {
			await sql`select from app.events`;
			await maintain(database.admin, { now: after(33 * day) });
			expect(await days()).toContain('20260615');
			const visit = newVisit(site.id, { now: after(33 * day) });
			expect(
				(await report(await connectWithLockTimeout('feedback_ingest'), visit, 'done')).result
					.status,
			).toBe('recorded');
		});
		await maintain(database.admin, { now: after(33 * day) });
		expect(await days()).not.toContain('20260615');
	});

	it('is counted once, in pieces, even if the partition is rewritten in the meantime', async () => {
		const today = new Date();
		const past = new Date(+today - 5 * day);
		const [{ date, name } = {}] = await database.admin<{ date: string; name: string }[]>`
			select d::date::text as date, 'app_days.events_' || to_char(d, 'YYYYMMDD') as name
			from (select ${past}::timestamptz at time zone 'UTC' as d) x`;
		await database.admin`select app.create_day(${date!})`;
		const site = await createSite(database.admin, {}, { [people.viewer]: 'viewer' });
		const other = await createSite(database.admin);
		await addEvents(site.id, 100, past);
		await addEvents(other.id, 70, past);
		const manage = database.connect('feedback_manage');
		const seen = async () =>
			asPerson(
				manage,
				people.viewer,
				async (sql) =>
					(
						await sql`select name, day::text, events::int from app.count_by_name(${site.id}, null)`
					).map((row) => ({ ...row })) as unknown,
			);
		const once = [{ name: 'done', day: date, events: 100 }];
		const piece = async () =>
			(await database.admin`select app.count_days(${today}, 2) as more`)[0]!['more'] as boolean;
		const findProgress = async () =>
			(
				await database.admin`select next_block::int from app.count_progress where day = ${date!}`
			)[0]?.['next_block'] as number | undefined;
		while ((await findProgress()) === undefined) await piece();
		await piece();
		expect(await findProgress()).toBe(4);
		expect(await seen()).toEqual(once);
		await database.admin.unsafe(`vacuum full ${name!}`);
		await piece();
		expect(await findProgress()).toBe(2);
		while (await piece());
		expect(await findProgress()).toBeUndefined();
		expect(await seen()).toEqual(once);
		expect(
			await database.admin`select site_id, events::int from app.event_counts where day = ${date!} order by 2`,
		).toEqual([
			{ site_id: other.id, events: 70 },
			{ site_id: site.id, events: 100 },
		]);
	});
});

describe('one run', () => {
	it('deletes every visitor and subject past its retention, however many', async () => {
		const site = await createSite(database.admin);
		await addVisitors(site.id, rounds(2_100, 6_000), now);
		await addVisitors(site.id, 10, after(2 * day));
		await maintain(database.admin, { now: after(91 * day) });
		expect([await count('subjects', site.id), await count('visitors', site.id)]).toEqual([10, 10]);
	});

	it('and another at the same time do the work once', thorough, async () => {
		const site = await createSite(database.admin);
		await addVisitors(site.id, rounds(500, 3_000), now);
		await addEvents(site.id, 500, now);
		const runs = [1, 2, 3].map(() => database.connect('supabase_admin', { max: 1 }));
		await Promise.all(runs.map((sql) => maintain(sql, { now: after(91 * day), batch: 100 })));
		expect(await count('subjects', site.id)).toBe(0);
		expect(
			await database.admin`select events::int from app.event_counts where site_id = ${site.id}`,
		).toEqual([{ events: 500 }]);
	});

	it('that is interrupted is completed by the next', async () => {
		const site = await createSite(database.admin);
		await report(database.ingest, newVisit(site.id, { now }), 'done');
		const error = await blockAt('app.responses', after(92 * day), async (pid) => {
			await database.admin`select pg_terminate_backend(${pid})`;
		});
		expect(error).toBeInstanceOf(Error);
		expect(await count('subjects', site.id)).toBe(1);
		expect(await days()).not.toContain('20260615');
		await maintain(database.admin, { now: after(92 * day) });
		expect(await count('subjects', site.id)).toBe(0);
	});

	it('of the scheduled job needs no superuser', thorough, async () => {
		const site = await createSite(database.admin);
		const today = new Date();
		await addVisitors(site.id, rounds(1_100, 2_500), new Date(+today - 91 * day));
		const { path } = listMigrations().find(({ name }) => name.endsWith('_tables.sql'))!;
		const [, job] = /\$job\$(.*?)\$job\$/s.exec(readFileSync(path, 'utf8'))!;
		await database.connect('postgres', { max: 1, pooled: false }).unsafe(job!);
		expect(await count('subjects', site.id)).toBe(0);
		expect(await days()).toContain(
			new Date(+today + 14 * day).toISOString().slice(0, 10).replaceAll('-', ''),
		);
	});
});
