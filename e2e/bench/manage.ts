// Measures the cost of row-level security in the management API: its hottest reads as a member and as a connection,
// each compared with the same statements without row-level security, taking turns; then the plans, none of which may
// read a growing table completely. Run it with: npx node e2e/bench/manage.ts
import { randomUUID } from 'node:crypto';

import postgres, { type Sql, type TransactionSql } from 'postgres';

import type { Tx } from '../../database/statement.ts';
import { createKeyring, mintSecret } from '../../supabase/functions/_shared/secrets/keyring.ts';
import type { Caller } from '../../supabase/functions/_shared/caller/caller.ts';
import { createPool } from '../../supabase/functions/_shared/pool.ts';
import type { Input, TransactedName } from '../../supabase/functions/manage/operation/operation.ts';
import { transacted } from '../../supabase/functions/manage/operations.ts';
import { createService } from '../../supabase/functions/manage/service.ts';
import { withRole } from '../../server/postgres/cluster.ts';
import { reportTable } from '../prove/report.ts';
import { startBenchDatabase } from './database.ts';
import { fillManyAnswers, type Filled } from './many-answers.ts';
import { rounded } from './measure.ts';

const sizes = {
	prompts: Number(process.env['BENCH_PROMPTS'] ?? 100_000),
	responses: Number(process.env['BENCH_RESPONSES'] ?? 1_000_000),
	events: Number(process.env['BENCH_EVENTS'] ?? 200_000),
};
const calls = Number(process.env['BENCH_CALLS'] ?? 300);
const growing = /^(events(_\d+)?|displays|responses|prompts|revisions|subjects|visitors)$/;

const { url, admin, stop } = await startBenchDatabase(0);
const statements: { text: string; values: unknown[] }[] = [];
const manage = postgres(withRole(url, 'feedback_manage'), { max: 1, fetch_types: false });
const bare = postgres(url, {
	max: 1,
	fetch_types: false,
	debug: (_, text, values) => void statements.push({ text, values }),
});
try {
	console.log(`${sizes.prompts} prompts, ${sizes.responses} responses, ${sizes.events} events …`);
	const filled = await fillManyAnswers(admin, sizes);
	for (const [name, read] of Object.entries(readsOf(filled))) await report(name, read, filled);
	for (const [name, read] of Object.entries(readsOf(filled))) await explain(name, read, filled);
} finally {
	await Promise.all([manage, bare].map((sql) => sql.end({ timeout: 5 })));
	await stop();
}

type Read = (tx: TransactionSql, caller: Caller) => Promise<unknown>;

function readsOf({
	site,
	busy,
	visitor,
	account,
	rareName,
	rareTrait,
}: Filled): Record<string, Read> {
	const service = createService({
		// The reads receive their transaction: this pool is never opened.
		sql: createPool(url, 'manage', { size: 1 }),
		keyring: createKeyring(mintSecret()),
		findPerson: () => Promise.reject(new Error('Nobody signs in here.')),
	});
	const read =
		<Name extends TransactedName>(name: Name, input: Input<Name>): Read =>
		(tx, person) => {
			const { signal } = new AbortController();
			const context = { tx: tx as unknown as Tx, person, service, address: null, signal };
			return transacted[name].run(context, input);
		};
	return {
		listResponses: read('listResponses', { site, limit: 50 }),
		listPrompts: read('listPrompts', { site, limit: 50, content: false }),
		getPrompt: read('getPrompt', { site, prompt: busy }),
		summarizeResponses: read('summarizeResponses', { site, prompt: busy }),
		listEvents: read('listEvents', { site, limit: 50 }),
		'listEvents of a visitor': read('listEvents', { site, visitor, limit: 50 }),
		'listEvents of an account': read('listEvents', { site, account, limit: 50 }),
		'listEvents of a rare name': read('listEvents', { site, name: rareName, limit: 50 }),
		'listEvents of a reason': read('listEvents', { site, reason: 'audience', limit: 50 }),
		listEventNames: read('listEventNames', { site, limit: 50 }),
		getEventName: read('getEventName', { site, name: 'report.exported' }),
		'getEventName, a rare one': read('getEventName', { site, name: rareName }),
		listTraits: read('listTraits', { site }),
		testRules: read('testRules', {
			site,
			visitor,
			event: { name: 'report.exported', properties: {}, verified: false },
		}),
		'listResponses by trait': read('listResponses', { site, trait: [rareTrait], limit: 50 }),
		'listResponses by account': read('listResponses', { site, account, limit: 50 }),
		'summarizeResponses by trait': read('summarizeResponses', {
			site,
			prompt: busy,
			trait: ['plan:team'],
		}),
	};
}

type Way = 'member' | 'connection' | 'neither';

function callerOf(way: Way, { owner, connection }: Filled): Caller {
	return way === 'connection'
		? { id: owner, email: null, connection, claims: { connection, call: randomUUID() } }
		: { id: owner, email: null, connection: undefined, claims: { sub: owner } };
}

/** Runs the same statements as a role to which policies apply, or as a role that bypasses them. */
async function run(way: Way, read: Read, filled: Filled): Promise<void> {
	const caller = callerOf(way, filled);
	const roles = {
		member: 'feedback_person',
		connection: 'feedback_agent',
		neither: 'supabase_admin',
	};
	await (way === 'neither' ? bare : manage).begin('read only', async (tx) => {
		await tx`
			select set_config('role', ${roles[way]}, true),
			       set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true)`;
		await read(tx, caller);
	});
}

async function report(name: string, read: Read, filled: Filled): Promise<void> {
	const ways: Way[] = ['neither', 'member', 'connection'];
	const times: Record<Way, number[]> = { neither: [], member: [], connection: [] };
	for (const way of ways) await run(way, read, filled);
	for (let call = 0; call < calls; call++) {
		for (const way of ways) {
			const started = performance.now();
			await run(way, read, filled);
			times[way].push(performance.now() - started);
		}
	}
	const [none, member, connection] = ways.map((way) => times[way].toSorted((a, b) => a - b));
	const at = (sorted: number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1]!;
	const describe = (sorted: number[]) => ({
		'p50, ms': rounded(at(sorted, 0.5)),
		'p99, ms': rounded(at(sorted, 0.99)),
		'p50 ×': rounded(at(sorted, 0.5) / at(none!, 0.5)),
		'p99 ×': rounded(at(sorted, 0.99) / at(none!, 0.99)),
	});
	reportTable(name, {
		'without policies': describe(none!),
		member: describe(member!),
		connection: describe(connection!),
	});
}

async function explain(name: string, read: Read, filled: Filled): Promise<void> {
	for (const way of ['member', 'connection'] as const) {
		const whole: string[] = [];
		for (const { text, values } of await statementsOf(read, filled)) {
			const plan = await planOf(manage, way, filled, text, values);
			whole.push(...wholeReads(plan));
		}
		const before = await countWholeReads();
		await run(way, read, filled);
		const inside = (await countWholeReads()) - before;
		const found = [...whole, ...(inside > 0 ? [`${inside} inside functions`] : [])];
		console.log(
			`${name}, ${way}: ${found.length > 0 ? `reads whole: ${found.join(', ')}` : 'no growing table is read whole'}`,
		);
		if (found.length > 0) process.exitCode = 1;
	}
}

/** The statements of the read itself, without those that set the role. */
async function statementsOf(read: Read, filled: Filled): Promise<typeof statements> {
	statements.length = 0;
	await run('neither', read, filled);
	return statements.filter(({ text }) => /\b(from|select)\b[^]*\bapp\./.test(text));
}

async function planOf(
	sql: Sql,
	way: Way,
	filled: Filled,
	text: string,
	values: unknown[],
): Promise<unknown> {
	return sql.begin('read only', async (tx) => {
		await tx`
			select set_config('role', ${way === 'member' ? 'feedback_person' : 'feedback_agent'}, true),
			       set_config('request.jwt.claims', ${JSON.stringify(callerOf(way, filled).claims)}, true)`;
		const [row] = await tx.unsafe(`explain (format json) ${text}`, values as never[]);
		const plan = row!['QUERY PLAN'] as unknown;
		return typeof plan === 'string' ? (JSON.parse(plan) as unknown) : plan;
	});
}

type Node = { 'Node Type'?: string; 'Relation Name'?: string; [part: string]: unknown };

function wholeReads(node: unknown): string[] {
	if (Array.isArray(node)) return node.flatMap(wholeReads);
	if (typeof node !== 'object' || node === null) return [];
	const { 'Node Type': type, 'Relation Name': relation } = node as Node;
	const here = type === 'Seq Scan' && relation && growing.test(relation) ? [relation] : [];
	return [
		...here,
		...Object.values(node).flatMap((part) => (typeof part === 'object' ? wholeReads(part) : [])),
	];
}

/** Counts the full scans of growing tables with rows in them, including those inside functions. */
async function countWholeReads(): Promise<number> {
	await manage`select pg_stat_force_next_flush()`;
	await manage`select 1`;
	const [row] = await admin<{ scans: number }[]>`
		select coalesce(sum(seq_scan), 0)::int as scans from pg_stat_all_tables
		where schemaname in ('app', 'app_days') and n_live_tup > 1000
		  and relname ~ ${growing.source}`;
	return row!.scans;
}
