// Started by driver.ts under Deno, as the functions are. For each line of its input, `{ driver, clients, prepare }`, it
// reports events for a while and prints calls per second and its own CPU time per call in microseconds.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { limits } from '@feedback/contract';
import postgres from 'postgres';

import { ConnectionPool } from '../../database/connection-pool.ts';
import { overPool, type Database } from '../../database/database.ts';
import { createPool } from '../../supabase/functions/_shared/pool.ts';
import type { Statements } from '../../database/statement.ts';
import { mintUuidv7 } from '../../supabase/functions/_shared/uuidv7.ts';
import { report, type Report } from '../../supabase/functions/sdk/database.ts';
import { overPostgresJs } from './over-postgres-js.ts';

export type Turn = { driver: 'pg' | 'postgres.js'; clients: number; prepare: boolean };

const [url = '', visitors = '[]', seconds = '1'] = process.argv.slice(2);
const people = JSON.parse(visitors) as { site: string; visitor: string }[];
let turn = 0;

for await (const line of createInterface({ input: process.stdin })) {
	console.log(JSON.stringify(await measure(JSON.parse(line) as Turn)));
}

async function measure({ driver, clients, prepare }: Turn): Promise<{ rate: number; cpu: number }> {
	const open = driver === 'pg' ? openPg : openPostgresJs;
	const database = open(clients, prepare);
	// The first calls open connections and create query plans.
	await run(database, clients, 0.2);
	const before = ownCpu();
	const started = performance.now();
	const calls = await run(database, clients, Number(seconds));
	const figures = {
		rate: (calls * 1_000) / (performance.now() - started),
		cpu: (ownCpu() - before) / calls,
	};
	await database.end();
	return figures;
}

async function run(statements: Statements, clients: number, forSeconds: number): Promise<number> {
	const until = performance.now() + forSeconds * 1_000;
	let calls = 0;
	await Promise.all(
		Array.from({ length: clients }, async () => {
			for (; performance.now() < until; calls++) await report(statements, nextReport());
		}),
	);
	return calls;
}

function nextReport(): Report {
	const { site, visitor } = people[turn++ % people.length]!;
	const now = Date.now();
	const proof = { verified: null, proofFault: null, proofAccount: null, proofKey: null };
	return {
		requestContext: {
			site,
			visitor,
			session: visitor,
			identify: null,
			device: [],
			bot: false,
			context: { path: '/reports', device: 'desktop', languages: ['en'] },
			address: null,
			now: null,
			facts_for: null,
		},
		event: {
			id: mintUuidv7(now),
			name: 'event.0',
			properties: { format: 'pdf', pages: 3 },
			session: visitor,
			...proof,
		},
		display: mintUuidv7(now),
	};
}

function openPg(size: number, prepare: boolean): Database {
	return createPool(url, 'bench', { size, session: { prepare } });
}

function openPostgresJs(size: number, prepare: boolean): Database {
	const connect = () => overPostgresJs(postgres(url, { max: 1, prepare, fetch_types: false }));
	const pool = new ConnectionPool(connect, {
		size,
		queue: 32 * size,
		reserveMs: 2_000,
		idleMs: 60_000,
		lifetimeMs: 1_800_000,
	});
	return overPool(pool, () => ({ until: performance.now() + limits.request.deadline }));
}

/** CPU time of this process in microseconds, for all its threads. */
function ownCpu(): number {
	const [user = 0, system = 0] = readFileSync('/proc/self/stat', 'utf8')
		.split(') ')[1]!
		.split(' ')
		.slice(11, 13)
		.map(Number);
	return (user + system) * 10_000;
}
