// Compares the sdk function's call for one event with `pg` and with postgres.js, each behind our pool: calls per
// second, and the CPU time of the function's process per call. The two drivers take turns.
// Run it with: npx node e2e/bench/driver.ts
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

import { denoBinary } from '../../server/functions/functions.ts';
import { withRole } from '../../server/postgres/cluster.ts';
import type { Rows } from '../prove/figure.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { startBenchDatabase } from './database.ts';
import { median } from './median.ts';
import type { Turn } from './driver-client.ts';
import { rounded } from './measure.ts';
import { liftLimits, makeSites, makeVisitors, rejectingPrompts } from './requests.ts';

const pairs = Number(process.env['BENCH_RUNS'] ?? 10);
const seconds = process.env['BENCH_SECONDS'] ?? '1';
const cases = [1, 8].flatMap((clients) => [false, true].map((prepare) => ({ clients, prepare })));

const database = await startBenchDatabase(0);
let client: Client | undefined;
try {
	const { admin } = database;
	const sites = await makeSites(admin, 10, rejectingPrompts(10, 10));
	await makeVisitors(admin, sites, 500);
	await liftLimits(admin, sites);
	await admin`vacuum analyze`;
	const people = await admin<{ site: string; visitor: string }[]>`
		select site_id as site, id as visitor from app.visitors order by random() limit 1000`;
	const url = withRole(database.url, 'feedback_ingest', 'postgres');
	client = startClient([url, JSON.stringify(people), seconds]);
	const table: Rows = {};
	for (const { clients, prepare } of cases) {
		const found: Record<Turn['driver'], Figures[]> = { pg: [], 'postgres.js': [] };
		for (let pair = 0; pair < pairs; pair++) {
			const order = pair % 2 ? (['pg', 'postgres.js'] as const) : (['postgres.js', 'pg'] as const);
			for (const driver of order)
				found[driver].push(await client.ask({ driver, clients, prepare }));
		}
		const ratio = (key: keyof Figures) =>
			rounded(median(found.pg.map((figures, at) => figures[key] / found['postgres.js'][at]![key])));
		table[`${clients} at once, ${prepare ? 'prepared' : 'not prepared'}`] = {
			'postgres.js, calls/s': Math.round(median(found['postgres.js'].map(({ rate }) => rate))),
			'pg, calls/s': Math.round(median(found.pg.map(({ rate }) => rate))),
			'pg × rate': ratio('rate'),
			'postgres.js CPU, µs': Math.round(median(found['postgres.js'].map(({ cpu }) => cpu))),
			'pg CPU, µs': Math.round(median(found.pg.map(({ cpu }) => cpu))),
			'pg × CPU': ratio('cpu'),
		};
	}
	reportNote(`${pairs} pairs of ${seconds} s each, medians.`);
	reportTable('The call for one event', table);
} finally {
	client?.stop();
	await database.stop();
}

type Figures = { rate: number; cpu: number };

type Client = { ask(turn: Turn): Promise<Figures>; stop(): void };

function startClient(given: string[]): Client {
	const script = join(import.meta.dirname, 'driver-client.ts');
	const client = spawn(
		denoBinary(),
		[
			'run',
			'--no-prompt',
			'--no-lock',
			'--node-modules-dir=manual',
			'--allow-all',
			script,
			...given,
		],
		{ stdio: ['pipe', 'pipe', 'inherit'] },
	);
	const lines = createInterface({ input: client.stdout })[Symbol.asyncIterator]();
	return {
		async ask(turn) {
			client.stdin.write(`${JSON.stringify(turn)}\n`);
			const { value, done } = await lines.next();
			if (done) throw new Error('The client ended.');
			return JSON.parse(value) as Figures;
		},
		// Its standard input stays open as long as ours; otherwise neither process would exit.
		stop: () => client.stdin.end(),
	};
}
