// Workspaces move between databases while events arrive, and whatever ends the command.
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { moveSteps } from '../../../server/postgres/cells/move-workspace.ts';
import { keptTables, movedTables } from '../../../server/postgres/cells/moved-tables.ts';
import { connectDatabase, type DatabaseClient } from '../../../server/postgres/connect.ts';
import { createEventBatcher } from '../sdk/event-batcher.ts';
import { createPool } from '../_shared/pool.ts';
import type { TestDatabase } from '../../tests/harness.ts';
import { createTenants } from '../../tests/security/actors.ts';
import type { CellName } from '../tests/cells.ts';
import { type ManagedCells, openManagedCells } from '../tests/managed-cells.ts';
import { join, type TestPerson } from '../tests/people.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../tests/sdk.ts';
import type { TestSite } from '../tests/sites.ts';

const names: CellName[] = ['home', 'one', 'two'];

let world: ManagedCells;
let sdk: TestSdk;
const cleanup = new AsyncDisposableStack();
beforeAll(async () => {
	world = await openManagedCells();
	cleanup.defer(() => world.end());
	sdk = openServer();
}, 240_000);
afterAll(() => cleanup.disposeAsync());

function openServer(only?: CellName): TestSdk {
	const open = (name: CellName) => {
		const sql = createPool(world.opened.sites[name].ingestUrl, 'cell', { size: 4 });
		cleanup.defer(() => sql.end());
		return { sql, report: createEventBatcher(sql) };
	};
	const cells = new Map(only ? [] : (['one', 'two'] as const).map((name) => [name, open(name)]));
	const server = openSdk(world.opened.sites[only ?? 'home'].ingestUrl, { cells });
	cleanup.defer(() => server.end());
	return server;
}

/** Runs a move until a step, as if it was killed after it; or to its end. */
async function move(
	{ workspace }: Pick<TestSite, 'workspace'>,
	to: CellName,
	until = Infinity,
): Promise<string[]> {
	const { home, cells } = world.opened.databases;
	const databases = new Map<string, DatabaseClient>(
		Object.entries({ home, ...cells }).map(([name, { url }]) => [
			name,
			connectDatabase(url('postgres'), { max: 2 }),
		]),
	);
	const done: string[] = [];
	try {
		for await (const step of moveSteps({ databases, workspace, to, graceMs: 0 })) {
			done.push(step);
			if (done.length >= until) break;
		}
		return done;
	} finally {
		await Promise.all([...databases.values()].map((sql) => sql.end()));
	}
}

/** Reports an event until it is acknowledged. Resolves to how often it was tried. */
async function report(server: TestSdk, { siteId }: TestSite, tries = 100): Promise<number> {
	const events = [newEvent('report.exported', server.clock.now)];
	const caller = newCaller(siteId, server.clock.now);
	for (let tried = 1; tried <= tries;) {
		const { status, headers } = await server.post('/events', { ...caller, decide: true, events });
		if (status === 200) return tried;
		const retryAfter = headers.get('retry-after');
		// All report from one address, faster than it may for long.
		if (status === 429) {
			await setTimeout(Number(retryAfter) * 1_000);
			continue;
		}
		expect([status, retryAfter]).toEqual([503, '2']);
		tried++;
	}
	return tries + 1;
}

/** Rows of every table of the workspace in a database. */
async function countRows(name: CellName, { workspace }: TestSite): Promise<Record<string, number>> {
	const { sql } = world.opened.sites[name];
	const counts: Record<string, number> = {};
	for (const table of movedTables) {
		const of = {
			id: `t.id = '${workspace}'`,
			workspace_id: `t.workspace_id = '${workspace}'`,
			site_id: `t.site_id in (select id from app.sites where workspace_id = '${workspace}')`,
			site: `t.site in (select key from app.sites where workspace_id = '${workspace}')`,
		}[table.owner];
		const [row] = await sql.unsafe(
			`select count(*)::int as rows from app.${table.name} t where ${of}`,
		);
		if (row!['rows'] > 0) counts[table.name] = row!['rows'] as number;
	}
	return counts;
}

/** A workspace with a sample site and one that gets events. */
async function makeWorkspace(cell: CellName): Promise<{ site: TestSite; person: TestPerson }> {
	const site = await world.opened.makeSite(cell);
	const person = await world.signIn();
	await join(world.opened.sites[cell].sql, site.workspace, person);
	const added = await world.manage.ask(person, 'addSampleSite', { workspace: site.workspace });
	expect(added.status).toBe(200);
	await world.opened.sites[cell].publish(site.siteId, { survey_id: 'score' });
	await report(sdk, site);
	return { site, person };
}

describe('every table', () => {
	it('moves with its workspace or stays, which is decided in one place', async () => {
		const { sql } = world.opened.sites.home;
		const rows = await sql<{ name: string }[]>`
			select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p')`;
		const decided = [...movedTables.map(({ name }) => name), ...keptTables];
		expect([...decided].sort()).toEqual(rows.map(({ name }) => name).sort());
	});

	it('that says whose it is moves, unless it lasts for minutes', async () => {
		const { sql } = world.opened.sites.home;
		const rows = await sql<{ name: string }[]>`
			select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
			where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
			and a.attname in ('site', 'site_id', 'workspace_id')`;
		const moved = new Set(movedTables.map(({ name }) => name));
		const kept = new Set(rows.map(({ name }) => name).filter((name) => !moved.has(name)));
		expect([...kept].sort()).toEqual(['buckets', 'idempotency_keys', 'presence_challenges']);
	});

	it('has the columns that say whose its rows are', async () => {
		const { sql } = world.opened.sites.home;
		for (const { name, owner, own = [], reset = [] } of movedTables) {
			const rows = await sql<{ name: string }[]>`
				select attname as name from pg_attribute where attrelid = ${`app.${name}`}::regclass and attnum > 0`;
			const columns = rows.map((row) => row.name);
			expect(columns, name).toEqual(expect.arrayContaining([owner, ...own, ...reset]));
		}
	});
});

describe('a workspace', () => {
	it('moves to a cell, to another and back home, with all it has', async () => {
		const { site, person } = await makeWorkspace('home');
		const before = await countRows('home', site);
		expect(Object.keys(before).length).toBeGreaterThanOrEqual(15);
		let from: CellName = 'home';
		for (const to of ['one', 'two', 'home'] as const) {
			await move(site, to);
			expect(await countRows(to, site)).toEqual(before);
			expect(await countRows(from, site)).toEqual({});
			from = to;
		}
		for (let tried = 0; ; tried++) {
			const { status } = await world.manage.ask(person, 'listPrompts', { site: site.id });
			if (status === 200) break;
			expect([status, tried < 200]).toEqual([503, true]);
		}
		expect(await report(sdk, site)).toBeLessThan(10);
	});

	it('moves with a row of every table, and its neighbour stays whole', async () => {
		const { home } = world.opened.databases;
		const ingest = createPool(world.opened.sites.home.ingestUrl, 'ingest', { size: 2 });
		cleanup.defer(() => ingest.end());
		const { own, other } = await createTenants({
			...home,
			ingest,
			close: () => Promise.resolve(),
		} as unknown as TestDatabase);
		const placed = { ...(own as unknown as TestSite) };
		const neighbour = { ...(other as unknown as TestSite) };
		const [before, beside] = [await countRows('home', placed), await countRows('home', neighbour)];
		const empty = movedTables.map(({ name }) => name).filter((name) => !(name in before));
		expect(empty).toEqual([]);
		await move(placed, 'two');
		expect(await countRows('two', placed)).toEqual(before);
		expect(await countRows('home', placed)).toEqual({});
		expect(await countRows('home', neighbour)).toEqual(beside);
		await move(placed, 'home');
		expect(await countRows('home', placed)).toEqual(before);
	});

	it('loses no event that was acknowledged while it moves', async () => {
		const { site } = await makeWorkspace('one');
		const steady = await world.opened.makeSite('one');
		let acknowledged = 1;
		let isMoving = true;
		const load = Array.from({ length: 2 }, async () => {
			while (isMoving) {
				await setTimeout(100);
				await report(sdk, site, 1_000);
				acknowledged++;
				// Others are not affected.
				expect(await report(sdk, steady)).toBe(1);
			}
		});
		for (const to of ['two', 'home', 'one'] as const) await move(site, to);
		isMoving = false;
		await Promise.all(load);
		const [row] = await world.opened.sites.one.sql<{ events: number }[]>`
			select count(*)::int as events from app.event_details where site_id = ${site.id}`;
		expect(row!.events).toBe(acknowledged);
	});

	it('is written in one database at most, whatever step the command was killed after', async () => {
		const { site } = await makeWorkspace('one');
		const single = new Map(names.map((name) => [name, openServer(name)]));
		let at: CellName = 'one';
		let acknowledged = 1;
		const steps = await move(site, 'two');
		at = 'two';
		for (let step = 1; step <= steps.length; step++) {
			const to: CellName = at === 'one' ? 'two' : 'one';
			const done = await move(site, to, step);
			const accepting: string[] = [];
			for (const [name, server] of single) {
				const events = [newEvent('report.exported', server.clock.now)];
				const caller = newCaller(site.siteId, server.clock.now);
				const { status } = await server.post('/events', { ...caller, decide: true, events });
				if (status === 200) accepting.push(name);
			}
			expect(accepting.length, done.at(-1)).toBeLessThanOrEqual(1);
			acknowledged += accepting.length;
			await move(site, to);
			const [row] = await world.opened.sites[to].sql<{ events: number }[]>`
				select count(*)::int as events from app.event_details where site_id = ${site.id}`;
			expect(row!.events, done.at(-1)).toBe(acknowledged);
			expect(await countRows(at, site)).toEqual({});
			at = to;
		}
	}, 120_000);

	it('arrives when the command is run again after its connections broke at any moment', async () => {
		const { site } = await makeWorkspace('one');
		const before = await countRows('one', site);
		const { sql } = world.opened.sites.home;
		let broken = 0;
		for (let everyMs = 20; ; everyMs += 20) {
			let isMoving = true;
			const breaking = (async () => {
				for (await setTimeout(everyMs); isMoving; await setTimeout(everyMs))
					await sql`
						select pg_terminate_backend(pid) from pg_stat_activity
						where application_name = 'feedback-server' and state = 'active' and pid <> pg_backend_pid()`;
			})();
			const isDone = await move(site, 'two').then(
				() => true,
				() => false,
			);
			isMoving = false;
			await breaking;
			if (isDone) break;
			broken++;
		}
		expect(broken).toBeGreaterThan(1);
		expect(await countRows('two', site)).toEqual(before);
		expect(await countRows('one', site)).toEqual({});
		// Another server may still look for it where it was: without time to learn of it, it would say that there is no such site.
		expect(await report(openServer(), site)).toBe(1);
	}, 120_000);

	it('stays where it is if a move is given up', async () => {
		const { site } = await makeWorkspace('one');
		const done = await move(site, 'two', 5);
		expect(done.at(-1)).toBe('copied');
		expect(await report(sdk, site, 2)).toBe(3);
		await move(site, 'one');
		expect(await report(sdk, site)).toBe(1);
		expect(await countRows('two', site)).toEqual({});
	});
});
