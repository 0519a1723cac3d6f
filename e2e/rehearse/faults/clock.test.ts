// The clock of one server with its own Postgres is set forward and back, while apps report events.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { uuidv7Time } from '@feedback/contract';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createSite, publishPrompt, type TestSite } from '../../../supabase/tests/sites.ts';
import { installServer } from '../../install-server.ts';
import { type Load, startLoad } from '../cluster/load.ts';
import { countStored } from '../count-stored.ts';
import { recordFault } from '../fault-rows.ts';
import { longestGap } from '../gaps.ts';
import { type MachineClock, makeMachineClock } from './machine-clock.ts';
import { type OneServer, startOneServer } from './one-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-clock-'));
chmodSync(folder, 0o755);
const secondMs = 1_000;
const hourMs = 3_600_000;
const visitors = 16;
let clock: MachineClock;
let server: OneServer;
let site: TestSite;
let load: Load;

beforeAll(async () => {
	const program = await installServer(folder);
	clock = await makeMachineClock(folder, program);
	const place = join(folder, 'server');
	mkdirSync(place);
	chmodSync(place, 0o755);
	server = await startOneServer(place, { program, environment: clock.environment });
	site = await query((sql) => createSite(sql));
	await query((sql) =>
		publishPrompt(sql, site.id, {
			survey_id: 'asked_once',
			trigger: { events: ['load.reported'] },
			limits: { show: 'once' },
		}),
	);
	load = startLoad(server.url, site.siteId, visitors, { eventsPerVisitor: 20, pauseMs: 80 });
});

afterAll(async () => {
	await load?.stop();
	await server?.stop();
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function query<Result>(ask: (sql: Sql) => Promise<Result>): Promise<Result> {
	const sql = postgres({ ...server.admin(), max: 1, onnotice() {} });
	try {
		return await ask(sql);
	} finally {
		await sql.end({ timeout: 1 });
	}
}

/** Resolves when this many further events are acknowledged. */
async function further(events: number): Promise<void> {
	const target = load.acknowledged.length + events;
	await expect.poll(() => load.acknowledged.length).toBeGreaterThan(target);
}

/** Reads how far the clocks of the gateway, the functions and Postgres are ahead of ours, in hours. */
async function readClocks(): Promise<Record<string, number>> {
	const ask = async (path: string) => (await fetch(server.url + path)).headers;
	const [health, diagnostics] = [await ask('/healthz'), await ask('/functions/v1/sdk/diagnostics')];
	const [row] = await query((sql) => sql<{ at: Date }[]>`select clock_timestamp() as at`);
	const times = {
		gateway: Date.parse(health.get('date')!),
		functions: uuidv7Time(diagnostics.get('x-request-id')!),
		postgres: +row!.at,
	};
	const now = Date.now();
	return Object.fromEntries(
		Object.entries(times).map(([part, at]) => [part, Math.round((at - now) / hourMs) || 0]),
	);
}

test.for([
	{ name: 'clock set forward by 3 hours', hours: 3 },
	{ name: 'clock that was 3 hours ahead set right', hours: 0 },
	{ name: 'clock set back by 3 hours', hours: -3 },
	{ name: 'clock that was 3 hours behind set right', hours: 0 },
	{ name: 'clock set forward by 30 hours', hours: 30 },
	{ name: 'clock that was 30 hours ahead set right', hours: 0 },
])('$name: no acknowledged event is lost', async ({ name, hours }) => {
	await further(200);
	const known = load.acknowledged.length;
	const failed = load.failures.length;
	const since = performance.now();
	clock.setAhead(hours * hourMs);
	// Node updates the header `Date` once per second.
	await expect.poll(readClocks).toEqual({ gateway: hours, functions: hours, postgres: hours });
	await further(200);
	await wait(secondMs);
	await further(200);
	const ids = load.acknowledged.slice(known);
	const gap = longestGap(load.acknowledgedAt, since);
	const row = {
		fault: name,
		...(await query((sql) => countStored(sql, ids))),
		unavailableMs: gap.ms,
	};
	recordFault(row);
	console.log(`attempts that failed: ${load.failures.slice(failed).join(', ') || 'none'}`);
	expect(row).toMatchObject({ lost: 0, duplicates: 0 });
	// A transaction that waits for the server at that moment seems idle for hours, and is terminated. The server
	// retries it.
	const errors = server
		.process()
		.output()
		.split('\n')
		.filter((line) => line.includes('"level":"error"') && !line.includes('idle-in-transaction'));
	expect(errors).toEqual([]);
});

test('every event is stored once, and every visitor was asked once', async () => {
	await load.stop();
	const [stored] = await query(
		(sql) => sql<{ events: number; displays: number; visitors: number }[]>`
			select
				(select count(*)::integer from app.events) as events,
				count(*)::integer as displays, count(distinct d.subject_id)::integer as visitors
			from app.displays d where d.site_id = ${site.id}`,
	);
	const given = [...load.displays.values()].flatMap((ids) => [...ids]);
	expect([...load.displays.values()].filter((ids) => ids.size !== 1)).toEqual([]);
	expect(stored).toEqual({
		events: load.acknowledged.length,
		displays: given.length,
		visitors: load.displays.size,
	});
});
