// Started by driver.ts under Deno, as the functions are. For each line of its input, `{ driver, clients, prepare }`,
// it reports events for a while and prints calls a second and its own CPU microseconds a call.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import pg from 'pg';

import { createPool, type Statements } from '../../supabase/functions/_shared/pool.ts';
import { mintUuidv7 } from '../../supabase/functions/_shared/uuidv7.ts';
import { report, type Report } from '../../supabase/functions/sdk/database.ts';

export type Turn = { driver: 'postgres' | 'pg'; clients: number; prepare: boolean };

const [url = '', visitors = '[]', seconds = '1'] = process.argv.slice(2);
const people = JSON.parse(visitors) as { site: string; visitor: string }[];
let turn = 0;

for await (const line of createInterface({ input: process.stdin })) {
	console.log(JSON.stringify(await measure(JSON.parse(line) as Turn)));
}

async function measure({ driver, clients, prepare }: Turn): Promise<{ rate: number; cpu: number }> {
	const database = driver === 'pg' ? overPg(clients, prepare) : overPostgres(clients, prepare);
	// The first calls connect, and make the plans.
	await run(database.statements, clients, 0.2);
	const before = ownCpu();
	const started = performance.now();
	const calls = await run(database.statements, clients, Number(seconds));
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
			...{ site, visitor, session: visitor, identify: null, device: [], bot: false },
			...{ context: { path: '/reports', device: 'desktop', languages: ['en'] } },
			...{ address: null, now: null, debug: false },
		},
		event: {
			...{ id: mintUuidv7(now), name: 'event.0', properties: { format: 'pdf', pages: 3 } },
			...{ session: visitor, ...proof },
		},
		display: mintUuidv7(now),
	};
}

function overPostgres(size: number, prepare: boolean) {
	const database = createPool(url, 'bench', { size, driver: { prepare } });
	return { statements: database, end: () => database.end() };
}

/** The same template strings by `pg`, whose own pool has no deadlines: less than ours does, in its favour. */
function overPg(size: number, prepare: boolean) {
	const pool = new pg.Pool({ connectionString: url, max: size });
	const names = new Map<TemplateStringsArray, string>();
	const statement = async (template: TemplateStringsArray, ...values: unknown[]) => {
		const text = template.reduce((whole, part, at) => `${whole}$${at}${part}`);
		if (!names.has(template)) names.set(template, `s${names.size}`);
		const { rows } = await pool.query({
			text,
			values,
			...(prepare && { name: names.get(template)! }),
		});
		return rows as unknown[];
	};
	const statements = Object.assign(statement, { json: (value: unknown) => JSON.stringify(value) });
	return { statements: statements as unknown as Statements, end: () => pool.end() };
}

/** Microseconds of CPU that this process has had, all its threads together. */
function ownCpu(): number {
	const [user = 0, system = 0] = readFileSync('/proc/self/stat', 'utf8')
		.split(') ')[1]!
		.split(' ')
		.slice(11, 13)
		.map(Number);
	return (user + system) * 10_000;
}
