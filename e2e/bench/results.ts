// Measures the cost of results with very many answers: of all answers, of a part that an index finds, and of parts for
// which every answer is read, until all are counted. Also measures whether memory stays flat while results are read
// repeatedly. Run it with: npx node e2e/bench/results.ts
import { readFileSync } from 'node:fs';

import { finish } from '../../supabase/functions/manage/operation/finish.ts';
import type { Input } from '../../supabase/functions/manage/operation/operation.ts';
import { createKeyring, mintSecret } from '../../supabase/functions/_shared/secrets/keyring.ts';
import { createPool } from '../../supabase/functions/_shared/pool.ts';
import { transacted } from '../../supabase/functions/manage/operations.ts';
import { createService } from '../../supabase/functions/manage/service.ts';
import { withRole } from '../../server/postgres/cluster.ts';
import type { Cell, Rows } from '../prove/figure.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { startBenchDatabase } from './database.ts';
import { fillManyChoices, type Choices } from './many-choices.ts';

const responses = Number(process.env['BENCH_RESPONSES'] ?? 1_000_000);
const calls = Number(process.env['BENCH_CALLS'] ?? 100);
/** How often filters without an index are counted from scratch. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);

type Part = Omit<Input<'summarizeResponses'>, 'site' | 'prompt'>;

const { url, admin, stop } = await startBenchDatabase(0);
// One connection, because its memory is measured. The deadline is long, so that no slow statement is cancelled.
const manage = createPool(withRole(url, 'feedback_manage', 'postgres'), 'manage', {
	size: 1,
	deadlineMs: 600_000,
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
	// Like the dashboard's requests: from the beginning of a day.
	const week = `${new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;
	const served: [name: string, part: Part][] = [
		['everything', {}],
		['the last 7 days', { since: week }],
		['7 days that begin and end inside a day', { since: ago(9.3), until: ago(2.3) }],
		['an account', { account: filled.account }],
		['a revision', { revision: 1 }],
	];
	const counted: [name: string, part: Part][] = [
		['a trait of one in a thousand', { trait: ['plan:gold'] }],
		['a trait of one in five', { trait: ['plan:team'] }],
		['those who chose an option', { condition: { answer: 'q1', op: 'is', value: 'o1' } as never }],
		['a trait, 7 days inside days', { trait: ['plan:team'], since: ago(9.3), until: ago(2.3) }],
	];
	const table: Rows = {};
	for (const [name, part] of served) table[name] = await measure(filled, part);
	reportNote(`${responses.toLocaleString('en')} responses, ${calls} calls of each.`);
	reportTable('What maintenance counted', table);
	const steps: Rows = {};
	for (const [name, part] of counted) steps[name] = await measureSteps(filled, part);
	reportTable('What is counted step by step', steps);
	const groups: Rows = {};
	for (const by of ['device', 'path', 'hour', 'audience', 'trait:plan']) {
		groups[`response rate by ${by}`] = await measureGroups(filled, 'getResponseRates', { by });
	}
	groups['who answered more than once'] = await measureGroups(filled, 'getRepeatAnswers', {});
	reportTable('Panels', groups);
	reportTable('Pages', await measurePages(filled));
	await admin`delete from app.responses where site_id = ${filled.site} and subject_id = (
		select id from app.subjects where site_id = ${filled.site} and account = ${filled.account})`;
	const { took } = await time(filled, {});
	await countParts();
	reportTable('Once an account is erased', {
		everything: {
			'first, ms': { value: Math.round(took), goal: { at_most: 1_000 } },
			...(await measure(filled, {})),
		},
	});
} finally {
	await manage.end();
	await stop();
}

/** Runs the maintenance that has to finish before any read. */
async function prepare(): Promise<void> {
	const started = performance.now();
	await countParts();
	await admin`analyze app.result_parts`;
	const seconds = Math.round((performance.now() - started) / 1_000);
	reportTable('Maintenance', { 'all days': { 'time, s': seconds } });
}

async function countParts(): Promise<void> {
	for (;;) {
		const [row] = await admin<{ more: boolean }[]>`select app.count_result_parts() as more`;
		if (!row!.more) return;
	}
}

async function measure(filled: Choices, part: Part): Promise<Record<string, Cell>> {
	const found = await read(filled, part);
	const before = await memory();
	const times: number[] = [];
	for (let call = 0; call < calls; call++) times.push((await time(filled, part)).took);
	const after = await memory();
	return {
		responses: found.responses,
		'p50, ms': at(times, 0.5),
		'p95, ms': { value: at(times, 0.95), goal: { at_most: 300 } },
		...compareMemory(before, after),
	};
}

/** Repeats requests, each of which counts for a while, until all answers are counted. */
async function measureSteps(filled: Choices, part: Part): Promise<Record<string, Cell>> {
	const before = await memory();
	const first: number[] = [];
	const all: number[] = [];
	const requests: number[] = [];
	const totals: number[] = [];
	const whole: number[] = [];
	let responses = 0;
	for (let round = 0; round < rounds; round++) {
		await admin`delete from app.filtered_parts`;
		const times: number[] = [];
		for (let counted = 0; counted < 1;) {
			const { took, found } = await time(filled, part);
			times.push(took);
			({ counted, responses } = found);
		}
		first.push(times[0]!);
		all.push(...times);
		requests.push(times.length);
		totals.push(times.reduce((sum, one) => sum + one, 0));
		for (let call = 0; call < 10; call++) whole.push((await time(filled, part)).took);
	}
	const after = await memory();
	return {
		responses,
		'first answer, ms': at(first, 0.5),
		'each request, p95, ms': { value: at(all, 0.95), goal: { at_most: 2_000 } },
		'requests until whole': at(requests, 0.5),
		'total, ms': at(totals, 0.5),
		'then, p50, ms': at(whole, 0.5),
		...compareMemory(before, after),
	};
}

/** Measures groups of the newest displays or responses. */
async function measureGroups(
	filled: Choices,
	operation: 'getResponseRates' | 'getRepeatAnswers',
	query: object,
): Promise<Record<string, Cell>> {
	const times: number[] = [];
	for (let call = 0; call < calls / 5; call++) {
		const started = performance.now();
		await run(filled, operation, query);
		times.push(performance.now() - started);
	}
	return {
		'p50, ms': at(times, 0.5),
		'p95, ms': { value: at(times, 0.95), goal: { at_most: 2_000 } },
	};
}

/** Measures what pages of the dashboard poll or list: each must answer, however many rows there are. */
async function measurePages(filled: Choices): Promise<Rows> {
	const { prompt } = filled;
	const sides = { one: { since: ago(14) }, other: { since: ago(28), until: ago(14) } };
	const pages: [name: string, operation: Read, query: object, goal: number][] = [
		['a comparison of two periods', 'compareResponses', sides, 300],
		['scores of 28 days and those before', 'getScores', { days: 28 }, 300],
		['the list of prompts', 'listPrompts', { limit: 50, content: false }, 300],
		['a prompt', 'getPrompt', {}, 300],
		['the newest responses', 'listResponses', { limit: 50 }, 300],
		['a trait that nobody has', 'listResponses', { limit: 50, trait: ['plan:none'] }, 2_000],
		['a word that nobody wrote', 'listResponses', { limit: 50, search: 'zebra' }, 2_000],
	];
	const table: Rows = {};
	for (const [name, operation, query, goal] of pages) {
		const input = name === 'the list of prompts' ? query : { prompt, ...query };
		const times: number[] = [];
		for (let call = 0; call < calls / 5; call++) {
			const started = performance.now();
			await run(filled, operation, input);
			times.push(performance.now() - started);
		}
		table[name] = {
			'first, ms': Math.round(times[0]!),
			'p50, ms': at(times, 0.5),
			'p95, ms': { value: at(times, 0.95), goal: { at_most: goal } },
		};
	}
	return table;
}

function ago(days: number): string {
	return new Date(Date.now() - days * 86_400_000).toISOString();
}

async function time(filled: Choices, part: Part) {
	const started = performance.now();
	const found = await read(filled, part);
	return { took: performance.now() - started, found };
}

/** Returns a percentile. */
function at(times: readonly number[], share: number): number {
	return Math.round(times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1]!);
}

function read(filled: Choices, part: Part) {
	return run(filled, 'summarizeResponses', part);
}

type Read =
	| 'summarizeResponses'
	| 'getResponseRates'
	| 'getRepeatAnswers'
	| 'compareResponses'
	| 'getScores'
	| 'listPrompts'
	| 'getPrompt'
	| 'listResponses';

async function run<Name extends Read>({ owner, site, prompt }: Choices, name: Name, query: object) {
	const result = await manage.begin('read write', async (tx) => {
		await tx`
			select set_config('role', 'feedback_person', true),
			       set_config('request.jwt.claims', ${JSON.stringify({ sub: owner })}, true)`;
		const person = { id: owner, email: null, connection: undefined, claims: { sub: owner } };
		const { signal } = new AbortController();
		const context = { tx, person, service, address: null, signal };
		const input: object = { site, prompt, ...query };
		return transacted[name].run(context, input as Input<Name>);
	});
	return finish(result);
}

type Memory = { client: number; backend: number };

function compareMemory(before: Memory, after: Memory): Record<string, Cell> {
	const of = (part: keyof Memory) => ({ value: after[part], detail: `${before[part]} before` });
	return { 'client, MB': of('client'), 'backend, MB': of('backend') };
}

/** In megabytes: this process's memory after a collection, and the maximum of the connection's backend. */
async function memory(): Promise<Memory> {
	// Node.js defines `gc` only with --expose-gc.
	globalThis.gc?.();
	const [row] = await manage<{ pid: number }[]>`select pg_backend_pid() as pid`;
	const status = readFileSync(`/proc/${row!.pid}/status`, 'utf8');
	const backend = Number(/RssAnon:\s+(\d+)/.exec(status)![1]) / 1024;
	return {
		client: Math.round(process.memoryUsage().heapUsed / 1024 / 1024),
		backend: Math.round(backend),
	};
}
