// Measures how much the gateway adds to the cost of an event, with and without metrics and its log, compared with the
// functions without a gateway. With BENCH_BEFORE=<another checkout>, also the gateway and functions of that checkout.
// Interleaved; CPU of the processes. Run it with: npx node e2e/bench/gateway.ts
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';

import type { runFunctions as RunFunctions } from '../../server/functions/functions.ts';
import { applyMigrations } from '../../server/postgres/migrate.ts';
import { prepareCluster, withRole } from '../../server/postgres/cluster.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { listChildren } from '../../server/supervisor/children.ts';
import { openOverTcp, sharePassword } from '../../supabase/tests/open-over-tcp.ts';
import { mintSecret } from '../../supabase/functions/_shared/secrets/keyring.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { type Load, connections, measure, prepare, request } from './http-load.ts';
import { median } from './median.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 2);
const runs = Number(process.env['BENCH_RUNS'] ?? 9);
const own = join(import.meta.dirname, '../..');
const before = process.env['BENCH_BEFORE'];

/** One route to the functions: the port for requests, and the processes that handle them. */
type Variant = { name: string; port: number; processes: number[] };
type Sample = { perSecond: number; cpu: number };

const load: Load = { path: '/sdk/events', body: () => request('report.exported', 1) };
const throughGateway: Load = { ...load, path: '/functions/v1/sdk/events' };

const folder = mkdtempSync(join(tmpdir(), 'feedback-gateway-bench-'));
const running = await startPostgres({
	data: join(folder, 'data'),
	port: await findFreePort(),
	settings: { shared_buffers: '512MB', max_wal_size: '4GB' },
});
const url = await openOverTcp(running.url);
const cleanup = new AsyncDisposableStack();
cleanup.defer(async () => {
	await running.stop();
	rmSync(folder, { recursive: true, force: true });
});
try {
	await prepareCluster(url, new URL(url).password);
	await applyMigrations(withRole(url, 'postgres'));
	await sharePassword(url, ['feedback_ingest']);
	await prepare(url);
	const variants = await startTree(own, ['', 'metrics']);
	if (before) variants.push(...(await startTree(before, [''])));
	print(await compare(variants));
} finally {
	await cleanup.disposeAsync();
}

async function startTree(tree: string, extras: readonly string[]): Promise<Variant[]> {
	const module = (await import(join(tree, 'server/functions/functions.ts'))) as {
		runFunctions: typeof RunFunctions;
	};
	const isOwn = tree === own;
	const known = listChildren(process.pid);
	const functions = await module.runFunctions({
		cache: join(folder, 'deno'),
		environment: {
			FEEDBACK_INGEST_URL: withRole(url, 'feedback_ingest'),
			FEEDBACK_MANAGE_URL: withRole(url, 'feedback_ingest'),
			FEEDBACK_SECRET: mintSecret(),
			FEEDBACK_PREPARED_STATEMENTS: '1',
			FEEDBACK_TRUSTED_REQUEST_IDS: '1',
			// An older gateway appends the client's address.
			FEEDBACK_PROXY_COUNT: isOwn ? '1' : '2',
		},
	});
	cleanup.defer(() => functions.stop());
	const deno = listChildren(process.pid).filter((pid) => !known.includes(pid));
	const variants: Variant[] = isOwn
		? [{ name: 'functions alone', port: functions.port, processes: deno }]
		: [];
	for (const extra of extras) {
		const { process: child, port } = await startGatewayProcess(tree, functions.port, extra);
		const name = `${isOwn ? '' : 'before: '}gateway${extra && ', metrics and log'}`;
		variants.push({ name, port, processes: [child.pid!, ...deno] });
	}
	return variants;
}

async function startGatewayProcess(
	tree: string,
	functionsPort: number,
	extra: string,
): Promise<{ process: ChildProcess; port: number }> {
	const script = join(import.meta.dirname, 'gateway-process.ts');
	const child = spawn(process.execPath, [script, tree, String(functionsPort), extra], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	cleanup.defer(async () => {
		child.kill();
		await once(child, 'exit');
	});
	const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
	return { process: child, port: (JSON.parse(line) as { port: number }).port };
}

/** CPU time that the processes have used, in milliseconds. */
function cpuOf(processes: readonly number[]): number {
	return processes
		.map((pid) => {
			const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
			const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
			return (Number(fields[11]) + Number(fields[12])) * 10;
		})
		.reduce((sum, value) => sum + value, 0);
}

async function compare(variants: readonly Variant[]): Promise<Map<string, Sample[]>> {
	const samples = new Map<string, Sample[]>(variants.map(({ name }) => [name, []]));
	const run = async ({ name, port, processes }: Variant, forSeconds: number) => {
		const isDirect = name.endsWith('alone');
		const started = cpuOf(processes);
		const figures = await measure(port, isDirect ? load : throughGateway, forSeconds);
		const cpu = ((cpuOf(processes) - started) * 1_000) / figures.requests;
		return { perSecond: figures.perSecond, cpu };
	};
	for (const variant of variants) await run(variant, 2);
	for (let at = 0; at < runs; at++) {
		// Alternate the order, so that no variant always follows the same variant.
		const order = at % 2 === 0 ? variants : variants.toReversed();
		for (const variant of order) samples.get(variant.name)!.push(await run(variant, seconds));
	}
	return samples;
}

function print(samples: Map<string, Sample[]>): void {
	const of = (name: string, part: keyof Sample) =>
		median(samples.get(name)!.map((sample) => sample[part]));
	reportNote(`${runs} interleaved runs of ${seconds} s, medians.`);
	reportTable(
		`${connections} connections`,
		Object.fromEntries(
			[...samples.keys()].map((name) => [
				name,
				{
					'rate, events/s': Math.round(of(name, 'perSecond')),
					'× gateway': Number((of(name, 'perSecond') / of('gateway', 'perSecond')).toFixed(3)),
					'CPU, µs': Math.round(of(name, 'cpu')),
				},
			]),
		),
	);
}
