// Measures how soon webhooks arrive while answers are stored, and the cost of the worker's statements with
// many destinations. Run it with: npx node e2e/bench/deliveries.ts
import type { Rows } from '../prove/figure.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { startAnsweringStack } from './answering-stack.ts';
import { startBenchDatabase } from './database.ts';
import { median } from './median.ts';
import { spawnReceiver } from './spawn-receiver.ts';
import type { TestSql } from '../../supabase/tests/harness.ts';

const sites = 250;
const perSite = 20;
const waiting = 100_000;
const runs = Number(process.env['BENCH_RUNS'] ?? 5);

await measureArrivals();
await measureStatements();

async function measureArrivals(): Promise<void> {
	await using cleanup = new AsyncDisposableStack();
	const receiver = await spawnReceiver();
	cleanup.defer(() => receiver.stop());
	const stack = await startAnsweringStack();
	cleanup.defer(() => stack.stop());
	const site = await stack.addSite([receiver.port]);
	const answerMany = async (count: number) => {
		const displays = await stack.display(site, count);
		const answered = await stack.answer(site, displays, 50);
		await receiver.waitFor(displays);
		return answered
			.map(({ display, storedAt }) => receiver.arrivals.get(display)! - storedAt)
			.toSorted((a, b) => a - b);
	};
	await answerMany(100);
	const delays = await answerMany(1_500);
	const at = (share: number) => Math.round(delays[Math.floor(delays.length * share)]!);
	reportTable('From the answer to the arrival of its webhook', {
		'1,500 answers, 50 a second': {
			'p50, ms': at(0.5),
			'p95, ms': { value: at(0.95), goal: { at_most: 1_000 } },
			'p99, ms': at(0.99),
		},
	});
}

async function measureStatements(): Promise<void> {
	const { admin: sql, stop } = await startBenchDatabase(0);
	try {
		await fill(sql);
		const claim = 'select count(*) from app.claim_deliveries(256)';
		const rows: Rows = {};
		const measure = async (name: string, statement: string) => {
			const { pages, ms } = await explain(sql, statement);
			rows[name] = { pages, 'time, ms': ms };
		};
		await measure('claim, all wait for later', claim);
		await sql`
			update app.destinations d set due_at = now() where (site_id, id) in (select site_id, id from app.destinations limit 1)`;
		await sql`
			update app.deliveries q set next_at = now() from app.destinations d
			where d.due_at <= now() and q.site_id = d.site_id and q.destination_id = d.id`;
		await measure('claim, one destination has 20 due', claim);
		await sql`update app.deliveries set next_at = now()`;
		await sql`update app.destinations set due_at = now()`;
		await sql`vacuum analyze app.deliveries, app.destinations`;
		await measure('claim 256, all are due', claim);
		await sql`
			insert into app.outbox (site_id, id, type, detail)
			select id, app.mint_id(), 'prompt.paused', '{}' from app.sites`;
		await measure(
			'distribute 250 messages to 20 destinations each',
			'select app.distribute_messages()',
		);
		await measure('measure', 'select * from app.measure_deliveries()');
		reportNote(`Statements: medians of ${runs}, rolled back.`);
		reportTable(
			`${(sites * perSite).toLocaleString('en')} destinations, ${waiting.toLocaleString('en')} deliveries`,
			rows,
		);
	} finally {
		await stop();
	}
}

/** Creates this many waiting deliveries for each destination. */
async function fill(sql: TestSql): Promise<void> {
	await sql`with w as (insert into app.workspaces (name) values ('Bench') returning id)
		insert into app.sites (workspace_id, name) select id, 'Bench' from w, generate_series(1, ${sites}::int)`;
	await sql`
		insert into app.destinations (site_id, kind, name, host, url, sealed_secret, event_types, partial, include_visitor,
			due_at)
		select s.id, 'webhook', 'Backend', 'example.com', 'https://example.com/', 'x', array['prompt.paused'], true, false,
			now() + interval '1 hour'
		from app.sites s, generate_series(1, ${perSite}::int)`;
	// The messages have no subject, so that only the statements for deliveries are measured.
	await sql`
		insert into app.outbox (site_id, id, type, detail, pending)
		select s.id, app.mint_id(), 'prompt.paused', '{}', false
		from app.sites s, generate_series(1, ${waiting / sites / perSite}::int)`;
	await sql`
		insert into app.deliveries (site_id, destination_id, message_id, type, created_at, next_at)
		select d.site_id, d.id, o.id, o.type, now(), now() + interval '1 hour'
		from app.destinations d join app.outbox o on o.site_id = d.site_id`;
	// Destinations must be older than their messages.
	await sql`update app.destinations set created_at = now() - interval '1 minute'`;
	await sql`vacuum analyze`;
}

type Plan = { 'QUERY PLAN': [{ Plan: Record<string, number>; 'Execution Time': number }] };

/** Pages that the statement reads or writes, and its time; its writes are rolled back. */
async function explain(sql: TestSql, statement: string): Promise<{ pages: number; ms: number }> {
	const figures: { pages: number; ms: number }[] = [];
	// The first run loads data into memory.
	for (let run = 0; run <= runs; run++) {
		await sql`begin`;
		const [row] = await sql.unsafe<Plan[]>(
			`explain (analyze, buffers, timing off, format json) ${statement}`,
		);
		await sql`rollback`;
		const [{ Plan: plan, 'Execution Time': ms }] = row!['QUERY PLAN'];
		figures.push({ pages: plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!, ms });
	}
	const of = (part: 'pages' | 'ms') => median(figures.slice(1).map((figure) => figure[part]));
	return { pages: of('pages'), ms: Number(of('ms').toFixed(1)) };
}
