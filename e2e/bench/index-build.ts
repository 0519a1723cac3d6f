// What ingest feels while an index of all events is built: the slowest of a thousand events during the build, beside runs
// without it before and after. Run it with: npx node e2e/bench/index-build.ts
import { setTimeout as wait } from 'node:timers/promises';

import { buildIndexes } from '../../server/postgres/build-indexes.ts';
import { withRole } from '../../server/postgres/cluster.ts';
import { connectDatabase } from '../../server/postgres/connect.ts';
import { report } from '../../supabase/tests/caller.ts';
import type { TestSql } from '../../supabase/tests/harness.ts';
import { createSite } from '../../supabase/tests/sites.ts';
import { newVisit } from '../../supabase/tests/visits.ts';
import type { Rows } from '../prove/figure.ts';
import { reportTable } from '../prove/report.ts';
import { startBenchDatabase } from './database.ts';
import { fillManyEvents } from './many-events.ts';
import { rounded } from './measure.ts';

const events = Number(process.env['BENCH_EVENTS'] ?? 5_000_000);
const clients = Number(process.env['BENCH_CLIENTS'] ?? 4);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 30);
/** Milliseconds between two events of a client: an even load, as the build has to share the processors with it. */
const pauseMs = 10;

const { admin, lanes, url, stop } = await startBenchDatabase(clients);
try {
	const site = await createSite(admin);
	console.log(`${events} events …`);
	await fillManyEvents(admin, site.id, { events, subjects: events / 20 });
	const owner = connectDatabase(withRole(url, 'postgres', 'postgres'));
	const rows: Rows = {};
	rows['before'] = summarize(await measure(site.id, () => wait(seconds * 1_000)));
	const started = performance.now();
	rows['during the build'] = summarize(
		await measure(site.id, () =>
			buildIndexes(owner, 'create index events_by_path on app.events (site, path, id);'),
		),
	);
	const built = performance.now() - started;
	rows['after'] = summarize(await measure(site.id, () => wait(seconds * 1_000)));
	reportTable('Events', rows);
	reportTable('The index', { built: { 'took, s': rounded(built / 1_000) } });
	await owner.end();
} finally {
	await stop();
}

/** Milliseconds of each event that was reported until `work` ended. */
async function measure(site: string, work: () => Promise<unknown>): Promise<number[]> {
	const times: number[] = [];
	let isDone = false;
	const lane = async (sql: TestSql) => {
		const visit = newVisit(site);
		while (!isDone) {
			const at = performance.now();
			await report(sql, visit, 'report.exported');
			times.push(performance.now() - at);
			await wait(pauseMs);
		}
	};
	const running = Promise.all(lanes.map(lane));
	await work();
	isDone = true;
	await running;
	return times;
}

function summarize(times: number[]): Record<string, number> {
	const sorted = times.toSorted((a, b) => a - b);
	const at = (share: number) => rounded(sorted[Math.floor(sorted.length * share)] ?? 0);
	return {
		events: sorted.length,
		'median, ms': at(0.5),
		'p99, ms': at(0.99),
		'p99.9, ms': at(0.999),
		'longest, ms': at(0.999999),
	};
}
