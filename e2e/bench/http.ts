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
import { type Figures, type Load, connections, measure, prepare, request } from './http-load.ts';
import { median } from './median.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 2);
const runs = Number(process.env['BENCH_RUNS'] ?? 5);
type Variant = Load & { name: string; events: number };

const variants: Variant[] = [
	{ name: 'nothing', path: '/noop', body: () => request('page.read', 1), events: 0 },
	{ name: 'one insert', path: '/insert', body: () => request('page.read', 1), events: 1 },
	{ name: 'event, no prompt', path: '/sdk/events', body: () => request('page.read', 1), events: 1 },
	{
		name: 'event, 10 prompts',
		path: '/sdk/events',
		body: () => request('report.exported', 1),
		events: 1,
	},
	{ name: 'batch of 20', path: '/sdk/events', body: () => request('page.read', 20), events: 20 },
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
	console.log(`${connections} connections, ${runs} interleaved runs of ${seconds} s, medians`);
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
	console.table(
		variants.map(({ name, events }) => {
			const perSecond = of(name, 'perSecond');
			return {
				what: name,
				'requests/s': Math.round(perSecond),
				'events/s': Math.round(perSecond * events),
				'p50 ms': Number(of(name, 'p50').toFixed(1)),
				'p99 ms': Number(of(name, 'p99').toFixed(1)),
				'× nothing': Number((perSecond / nothing).toFixed(2)),
				'× one insert': Number((perSecond / insert).toFixed(2)),
			};
		}),
	);
}

await main();
