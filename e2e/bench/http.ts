// Measures the time from an event over HTTP to the response, compared with a function that does nothing and a function
// with one insert, in the same Deno process. Run it with: npx node e2e/bench/http.ts
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { mintSecret } from '../../supabase/functions/_shared/secrets/keyring.ts';
import { prepareCluster, withRole } from '../../server/postgres/cluster.ts';
import { runFunctions } from '../../server/functions/functions.ts';
import { applyMigrations } from '../../server/postgres/migrate.ts';
import { openOverTcp, sharePassword } from '../../supabase/tests/open-over-tcp.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import type { Cell } from '../prove/figure.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { type Figures, type Load, connections, measure, prepare, request } from './http-load.ts';
import { rounded } from './measure.ts';
import { median } from './median.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 2);
const runs = Number(process.env['BENCH_RUNS'] ?? 5);
type Variant = Load & {
	name: string;
	events: number;
	/** Least events a second; and whether the 99th percentile may be at most three times that of one insert. */
	goals?: { events?: number; p99?: true };
};

const variants: Variant[] = [
	{ name: 'nothing', path: '/noop', body: () => request('page.read', 1), events: 0 },
	{ name: 'one insert', path: '/insert', body: () => request('page.read', 1), events: 1 },
	{
		name: 'event, no prompt',
		path: '/sdk/events',
		body: () => request('page.read', 1),
		events: 1,
		goals: { p99: true },
	},
	{
		name: 'event, 10 prompts',
		path: '/sdk/events',
		body: () => request('report.exported', 1),
		events: 1,
	},
	{
		name: 'batch of 20',
		path: '/sdk/events',
		body: () => request('page.read', 20),
		events: 20,
		goals: { events: 40_000 },
	},
];

async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-http-'));
	const running = await startPostgres({
		data: join(folder, 'data'),
		port: Number(process.env['BENCH_PORT'] ?? 55_432),
		settings: { shared_buffers: '512MB', max_wal_size: '4GB' },
	});
	try {
		const url = await openOverTcp(running.url);
		await prepareCluster(url, new URL(url).password);
		await applyMigrations(withRole(url, 'postgres'));
		await sharePassword(url, ['feedback_ingest']);
		await prepare(url);
		const functions = await runFunctions({
			folder: join(import.meta.dirname, 'functions'),
			cache: join(folder, 'deno'),
			environment: {
				FEEDBACK_INGEST_URL: withRole(url, 'feedback_ingest'),
				FEEDBACK_SECRET: mintSecret(),
				FEEDBACK_PREPARED_STATEMENTS: process.env['FEEDBACK_PREPARED_STATEMENTS'] ?? '1',
			},
		});
		try {
			await compare(functions.port);
		} finally {
			await functions.stop();
		}
	} finally {
		await running.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}

async function compare(port: number): Promise<void> {
	for (const variant of variants) await measure(port, variant, 2);
	const figures = new Map<string, Figures[]>(variants.map(({ name }) => [name, []]));
	for (let run = 0; run < runs; run++) {
		for (const variant of variants) {
			figures.get(variant.name)!.push(await measure(port, variant, seconds));
		}
	}
	const of = (name: string, part: keyof Figures) =>
		median(figures.get(name)!.map((figure) => figure[part]));
	const nothing = of('nothing', 'perSecond');
	const insert = of('one insert', 'perSecond');
	const mostP99 = rounded(3 * of('one insert', 'p99'));
	reportNote(`${runs} interleaved runs of ${seconds} s, medians.`);
	reportTable(
		`${connections} connections`,
		Object.fromEntries(
			variants.map(({ name, events, goals = {} }) => {
				const perSecond = of(name, 'perSecond');
				const p99 = rounded(of(name, 'p99'));
				const eventsPerSecond = Math.round(perSecond * events);
				const row: Record<string, Cell> = {
					'rate, requests/s': Math.round(perSecond),
					'events, /s':
						goals.events === undefined
							? eventsPerSecond
							: { value: eventsPerSecond, goal: { at_least: goals.events } },
					'p50, ms': rounded(of(name, 'p50')),
					'p99, ms': goals.p99 ? { value: p99, goal: { at_most: mostP99 } } : p99,
					'× nothing': rounded(perSecond / nothing),
					'× one insert': rounded(perSecond / insert),
				};
				return [name, row];
			}),
		),
	);
}

await main();
