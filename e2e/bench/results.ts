// Measures the cost of results with very many answers: of everything, of a part that an index finds, and of
// parts for which every answer is read; and whether memory stays flat while they are read over and over.
// Run it with: npx node e2e/bench/results.ts
import { readFileSync } from 'node:fs';

import type { Input } from '../../supabase/functions/manage/operation.ts';
import { createKeyring, mintSecret } from '../../supabase/functions/_shared/keyring.ts';
import { createPool } from '../../supabase/functions/_shared/pool.ts';
import { operations } from '../../supabase/functions/manage/operations.ts';
import { createService } from '../../supabase/functions/manage/service.ts';
import { withRole } from '../../server/postgres/cluster.ts';
import { startBenchDatabase } from './database.ts';
import { fillManyChoices, type Choices } from './many-choices.ts';

const responses = Number(process.env['BENCH_RESPONSES'] ?? 1_000_000);
const calls = Number(process.env['BENCH_CALLS'] ?? 100);
const slowCalls = Number(process.env['BENCH_SLOW_CALLS'] ?? 10);

type Part = Omit<Input<'summarizeResponses'>, 'site' | 'prompt'>;

const { url, admin, stop } = await startBenchDatabase(0);
// One connection, so that it is its memory that is measured; nothing is given up for being slow.
const manage = createPool(withRole(url, 'feedback_manage', 'postgres'), 'manage', {
	...{ size: 1, deadlineMs: 600_000 },
});
const service = createService({
	sql: manage,
	keyring: createKeyring(mintSecret()),
	findPerson: () => Promise.reject(new Error('Nobody signs in here.')),
});
try {
	console.log(`${responses} responses …`);
	const filled = await fillManyChoices(admin, responses);
	await prepare();
	// As the dashboard asks, from the beginning of a day.
	const week = `${new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;
	const parts: [name: string, part: Part, goal: number, calls: number][] = [
		['everything', {}, 300, calls],
		['the last 7 days', { since: week }, 300, calls],
		['an account', { account: filled.account }, 300, calls],
		['a revision', { revision: 1 }, 300, calls],
		['a trait of one in a thousand', { trait: ['plan:gold'] }, 2_000, slowCalls],
		['a trait of one in five', { trait: ['plan:team'] }, 2_000, slowCalls],
		[
			'those who chose an option',
			{ condition: { answer: 'q1', op: 'is', value: 'o1' } as never },
			2_000,
			slowCalls,
		],
	];
	const table: Record<string, object> = {};
	for (const [name, part, goal, count] of parts) {
		table[name] = await measure(filled, part, goal, count);
	}
	console.table(table);
} finally {
	await manage.end();
	await stop();
}

/** Runs the maintenance that precedes any read. */
async function prepare(): Promise<void> {
	const started = performance.now();
	for (;;) {
		const [row] = await admin<{ more: boolean }[]>`select app.count_result_parts() as more`;
		if (!row!.more) break;
	}
	await admin`analyze app.result_parts`;
	await admin`alter role feedback_manage set statement_timeout = 0`;
	console.log(`Counted in ${((performance.now() - started) / 1_000).toFixed(1)} s.`);
}

async function measure(filled: Choices, part: Part, goal: number, count: number): Promise<object> {
	const found = await read(filled, part);
	const before = await memory();
	const times: number[] = [];
	for (let call = 0; call < count; call++) {
		const started = performance.now();
		await read(filled, part);
		times.push(performance.now() - started);
	}
	const after = await memory();
	times.sort((a, b) => a - b);
	const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1]!);
	if (at(0.95) > goal) process.exitCode = 1;
	return {
		responses: found.responses,
		...{ p50: at(0.5), p95: at(0.95), goal },
		'client MB': `${before.client} → ${after.client}`,
		'backend MB': `${before.backend} → ${after.backend}`,
	};
}

async function read({ owner, site, prompt }: Choices, part: Part) {
	return manage.begin('read only', async (tx) => {
		await tx`
			select set_config('role', 'feedback_person', true),
			       set_config('request.jwt.claims', ${JSON.stringify({ sub: owner })}, true)`;
		const person = { id: owner, email: null, connection: undefined, claims: { sub: owner } };
		const context = { tx, person, service, address: null } as never;
		const found = await operations.summarizeResponses.run(context, { site, prompt, ...part });
		if (found instanceof Error) throw found;
		return found;
	});
}

/** In megabytes: this process's memory after a collection, and the maximum of the connection's backend. */
async function memory(): Promise<{ client: number; backend: number }> {
	// Node.js has it with --expose-gc.
	globalThis.gc?.();
	const [row] = await manage<{ pid: number }[]>`select pg_backend_pid() as pid`;
	const status = readFileSync(`/proc/${row!.pid}/status`, 'utf8');
	const backend = Number(/RssAnon:\s+(\d+)/.exec(status)![1]) / 1024;
	return {
		client: Math.round(process.memoryUsage().heapUsed / 1024 / 1024),
		backend: Math.round(backend),
	};
}
