// Exports of very many responses over HTTP from a whole service: rows a second, the CPU behind them, and the memory of
// each part, whose maximum counts. Run it with: npx node e2e/bench/exports.ts
import { randomUUID } from 'node:crypto';
import { setInterval as every } from 'node:timers/promises';

import type { Client } from '@feedback/client';

import { signInByApi } from '../../dashboard/test/program.ts';
import { signUp } from '../../dashboard/test/sign-up.ts';
import type { Statements } from '../../database/statement.ts';
import { connectDatabase } from '../../server/postgres/connect.ts';
import { listChildren } from '../../server/supervisor/children.ts';
import { startTestStack } from '../../testing/start-test-stack.ts';
import { listTree } from '../server-processes.ts';
import type { Cell, Rows } from '../prove/figure.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { cpuOf, memoryOf, nameOf } from './process-cost.ts';

const responses = Number(process.env['BENCH_RESPONSES'] ?? 1_000_000);
const goals = { rowsPerSecond: 20_000, memory: 256 };
const formats = ['csv', 'ndjson', 'parquet', 'xlsx'] as const;

const questions = [
	{ id: 'score', type: 'nps', title: 'Would you recommend us?' },
	{ id: 'ease', type: 'rating', title: 'How easy was it?' },
	{
		id: 'parts',
		type: 'multiple_choice',
		title: 'Which parts do you use?',
		options: ['api', 'web', 'mobile'].map((value) => ({ value, label: value })),
		other_label: 'Another',
	},
	{ id: 'again', type: 'yes_no', title: 'Will you be back?' },
	{ id: 'why', type: 'long_text', title: 'Why?' },
] as const;

const others = new Set(listChildren(process.pid));
const stack = await startTestStack();
const parts = listChildren(process.pid).filter((pid) => !others.has(pid));
const admin = connectDatabase(stack.adminUrl);
try {
	const owner = await signInByApi({ ...stack, demo: await signUp(stack) });
	const { site, prompt, token } = await prepare(owner);
	console.log(`${responses} responses …`);
	await fillResponses(admin as unknown as Statements, site, prompt);
	const table: Rows = {};
	for (const format of formats) {
		const url = `${stack.apiUrl}/manage/sites/${site}/responses.${format}?prompt=${prompt}`;
		table[format] = await measure(url, token);
	}
	reportNote(`${responses.toLocaleString('en')} responses.`);
	reportTable('Formats', table);
} finally {
	await admin.end();
	await stack.stop();
}

async function prepare(owner: Client) {
	const { id: workspace } = await owner.createWorkspace({ name: 'Bench' });
	const { id: site } = await owner.createSite({ workspace, name: 'Bench' });
	const content = { survey_id: 'bench', name: 'Bench', questions: [...questions] };
	const { id: prompt } = await owner.createPrompt({ site, content: content as never });
	await owner.publishPrompt({ site, prompt, revision: 1 });
	const { token } = await owner.createCiToken({
		workspace,
		name: 'Bench',
		sites: [site],
		days: 1,
		actions: ['response:read'],
	});
	return { site, prompt, token };
}

/** Skips triggers and foreign keys, because the generated rows are consistent anyway. */
async function fillResponses(sql: Statements, site: string, prompt: string): Promise<void> {
	await sql`set session_replication_role = replica`;
	await sql`
		insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
		select ${site}, id, 'account-' || n, id, now(), now()
		from (select n, md5(${randomUUID()} || n)::uuid as id from generate_series(1, 100000) n) s`;
	await sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, subject_id, seq, final, answers, traits, created_at, updated_at)
		select ${site}, app.mint_id(at), ${prompt}, 1, s.id, 1, n % 10 <> 0,
			jsonb_build_object('score', n % 11, 'ease', n % 5 + 1, 'again', n % 3 = 0,
				'parts', case when n % 7 = 0 then jsonb_build_array('api', jsonb_build_object('other', 'part ' || n))
					else '["web", "mobile"]' end,
				'why', 'The report of ' || md5(n::text) || ' took too long; I wanted to leave.'),
			jsonb_build_object('plan', case when n % 3 = 0 then 'team' else 'pro' end, 'seats', n % 40), at, at
		from generate_series(1, ${responses}::int) n
		cross join lateral (select now() - n * interval '2 seconds' as at) t
		join (select id, row_number() over () as place from app.subjects where site_id = ${site}) s
			on s.place = n % 100000 + 1`;
	await sql`set session_replication_role = origin`;
	await sql`vacuum analyze app.responses`;
	await sql`vacuum analyze app.subjects`;
}

async function measure(url: string, token: string): Promise<Record<string, Cell>> {
	const peaks = new Map<string, number>();
	const stopped = new AbortController();
	const watching = watchMemory(peaks, stopped.signal);
	const before = new Map(listAll().map((pid) => [pid, cpuOf([pid])]));
	const started = performance.now();
	const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
	if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
	let bytes = 0;
	for await (const chunk of response.body!) bytes += chunk.length;
	const seconds = (performance.now() - started) / 1_000;
	stopped.abort();
	await watching;
	const [memory] = [...peaks].sort(([, one], [, other]) => other - one);
	const used = listAll().map((pid) => ({ pid, ms: cpuOf([pid]) - (before.get(pid) ?? 0) }));
	const busiest = used.reduce((one, other) => (other.ms > one.ms ? other : one));
	const perRow = (ms: number) => Math.round((ms * 1_000) / responses);
	const rowsPerSecond = responses / seconds;
	return {
		'rate, rows/s': { value: Math.round(rowsPerSecond), goal: { at_least: goals.rowsPerSecond } },
		'CPU a row, µs': perRow(used.reduce((sum, { ms }) => sum + ms, 0)),
		'CPU of the busiest, µs': { value: perRow(busiest.ms), detail: nameOf(busiest.pid) },
		'size, MB': Math.round(bytes / 1e6),
		'most memory, MiB': {
			value: Math.round(memory![1]),
			detail: memory![0],
			goal: { at_most: goals.memory },
		},
	};
}

function listAll(): number[] {
	return parts.flatMap(listTree);
}

/** Keeps the highest memory of each process. */
async function watchMemory(peaks: Map<string, number>, signal: AbortSignal): Promise<void> {
	try {
		for await (const _ of every(200, undefined, { signal })) {
			for (const pid of listAll()) {
				const name = nameOf(pid);
				peaks.set(name, Math.max(peaks.get(name) ?? 0, memoryOf([pid])));
			}
		}
	} catch (error) {
		if (!signal.aborted) throw error;
	}
}
