// Measures one ingest call, compared with `select 1`, a bare insert into an index-free table and a bare insert into the
// real events table; and the same events through the function's event batcher, where events that arrive during a
// statement form a batch. Prints events per second and the CPU time of the backends per event.
// Run it with: npx node e2e/bench/ingest.ts
import { setTimeout } from 'node:timers/promises';

import type { Sql } from 'postgres';

import type { Cell } from '../prove/figure.ts';
import { reportTable } from '../prove/report.ts';
import { makeBatchedVariant } from './batched-variant.ts';
import { type BenchDatabase, startBenchDatabase } from './database.ts';
import { compare, type Figure, rounded, type Variant } from './measure.ts';
import {
	analyzeFilled,
	demandingPrompts,
	demandingSettings,
	makeRequests,
	makeSites,
	makeVisitors,
	prepareRequests,
	rejectingPrompts,
	reportFrom,
} from './requests.ts';

const clientCounts = [1, 4, 8, 16];
const sites = 10;
const visitorsPerSite = 2_000;
const requests = 200_000;
/**
 * Number of requests in each pool for the event batcher: as few as possible, because the garbage collector scans
 * everything that the benchmark keeps in memory.
 */
const templates = 20_000;

/** Least share of the rate of bare inserts, with eight clients. */
const goals: Record<string, number> = {
	'ingest, 10 prompts, in batches': 0.7,
	'ingest, 1,000 over 50 names, in batches': 0.55,
	'10 prompts, everything on, in batches': 0.6,
	'1,000 over 50, everything on, in batches': 0.6,
};

const judgedInBatches = '1,000 over 50, two judged for each event, in batches';
/** Most microseconds of CPU of an event that fits two prompts, with eight clients. */
const mostJudgedCpu = 250;

/** Values of `app.events`, without looking up the keys. */
const columns = `now(), 1, 1, hashtext(r.name), null::integer, null::app.reason, r.event, r.session, false, 'd'::"char", r.name,
	r.properties::json, '/reports', 'en', null::json, null, null::timestamptz`;

const database = await startBenchDatabase(Math.max(...clientCounts));
try {
	const variants = await prepare(database);
	for (const clients of clientCounts) {
		const lanes = database.lanes.slice(0, clients);
		print(clients, await compare(variants, lanes));
	}
	// Wait until the last charges are written.
	await setTimeout(1_000);
} finally {
	await database.stop();
}

async function prepare({ admin }: BenchDatabase): Promise<Variant[]> {
	await prepareRequests(admin);
	await admin.unsafe(`
		create table bench.bare as select * from app.events with no data;
		create function bench.insert_into_events(p_n int) returns void language plpgsql
		security definer as $$
		begin
			insert into app.events select ${columns} from bench.requests r where r.pool = 'real' and r.n = p_n;
		end $$;
		grant insert on bench.bare to feedback_ingest;`);
	const few = await makeSites(admin, sites, rejectingPrompts(10, 10));
	const many = await makeSites(admin, sites, rejectingPrompts(1_000, 50));
	const fewFull = await makeSites(admin, sites, demandingPrompts(10, 10), demandingSettings);
	const manyFull = await makeSites(admin, sites, demandingPrompts(1_000, 50), demandingSettings);
	const manyJudged = await makeSites(
		admin,
		sites,
		demandingPrompts(1_000, 50, true),
		demandingSettings,
	);
	await makeVisitors(admin, [...few, ...many], visitorsPerSite);
	await makeVisitors(admin, [...fewFull, ...manyFull, ...manyJudged], visitorsPerSite, true);
	await requestsFor(admin, 'real', few, 10);
	await requestsFor(admin, 'few', few, 10);
	await requestsFor(admin, 'many', many, 50);
	await requestsFor(admin, 'few, everything on', fewFull, 10);
	await requestsFor(admin, 'many, everything on', manyFull, 50);
	await requestsFor(admin, 'many, everything judged', manyJudged, 50);
	await analyzeFilled(admin);
	const single = [
		{ name: 'select 1', statement: 'select 1 from (select $1::int) n', pool: 'none' },
		{
			name: 'bare insert',
			statement: `
				insert into bench.bare select ${columns}
				from bench.requests r where r.pool = 'real' and r.n = $1`,
			pool: 'bare',
		},
		{ name: 'insert into events', statement: 'select bench.insert_into_events($1)', pool: 'real' },
		{ name: 'ingest, 10 prompts', pool: 'few' },
		{ name: 'ingest, 1,000 over 50 names', pool: 'many' },
		{ name: '10 prompts, everything on', pool: 'few, everything on' },
		{ name: '1,000 over 50, everything on', pool: 'many, everything on' },
		{ name: '1,000 over 50, two judged for each event', pool: 'many, everything judged' },
	].map((variant) => ({ statement: reportFrom(variant.pool), requests, ...variant }));
	const shared = single
		.slice(3)
		.map(({ name, pool }) => makeBatchedVariant(admin, name, pool, requests, templates));
	return [...single, ...(await Promise.all(shared))];
}

function requestsFor(admin: Sql, pool: string, ids: string[], names: number): Promise<void> {
	return makeRequests(
		admin,
		pool,
		ids,
		requests + templates,
		`'event.' || floor(random() * ${names})::int`,
	);
}

function print(clients: number, figures: Map<string, Figure>): void {
	const rate = (name: string) => figures.get(name)!.rate;
	const share = (name: string, figure: Figure): Cell => {
		const value = rounded(figure.rate / rate('bare insert'));
		const goal = clients === 8 ? goals[name] : undefined;
		return goal === undefined ? value : { value, goal: { at_least: goal } };
	};
	const cpu = (name: string, figure: Figure): Cell => {
		const value = Math.round(figure.cpu);
		const isJudged = clients === 8 && name === judgedInBatches;
		return isJudged ? { value, goal: { at_most: mostJudgedCpu } } : value;
	};
	reportTable(
		`${clients} ${clients === 1 ? 'client' : 'clients'}`,
		Object.fromEntries(
			Array.from(figures, ([name, figure]) => [
				name,
				{
					'rate, events/s': Math.round(figure.rate),
					'CPU, µs': cpu(name, figure),
					'× select 1': rounded(figure.rate / rate('select 1')),
					'× bare insert': share(name, figure),
					'× insert into events': rounded(figure.rate / rate('insert into events')),
				},
			]),
		),
	);
}
