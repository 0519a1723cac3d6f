// HTTP event → answer, beside a do-nothing and a one-insert function in the same Deno process.
// Run it with: npx node e2e/bench/http.ts
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { promptSchema } from '@feedback/contract';
import postgres from 'postgres';

import { mintSecret } from '../../supabase/functions/_shared/keyring.ts';
import { mintUuidv7 } from '../../supabase/functions/_shared/uuidv7.ts';
import { prepareCluster, withRole } from '../../server/postgres/cluster.ts';
import { runFunctions } from '../../server/functions/functions.ts';
import { createPartitions } from '../../server/postgres/maintain.ts';
import { pushMigrations } from '../../server/deploy/supabase-cli.ts';
import { openOverTcp, sharePassword } from '../../supabase/tests/open-over-tcp.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import { Connection } from './connection.ts';

const connections = 16;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 2);
const runs = Number(process.env['BENCH_RUNS'] ?? 5);
const sites = Array.from({ length: 40 }, (_, at) => `site_bench${String(at).padStart(4, '0')}`);
const visitors = Array.from({ length: 4_000 }, () => crypto.randomUUID());

type Variant = { name: string; path: string; body(): string; events: number };
type Figures = { perSecond: number; p50: number; p99: number };

function request(name: string, events: number): string {
	const now = Date.now();
	const at = Math.floor(Math.random() * visitors.length);
	const event = () => ({ id: mintUuidv7(now), name, properties: { format: 'pdf', pages: 3 } });
	return JSON.stringify({
		site: sites[at % sites.length],
		visitor: visitors[at],
		session: mintUuidv7(now - 60_000),
		sdk: '0.4.0',
		context: { path: '/reports', device: 'desktop', languages: ['en'] },
		events: Array.from({ length: events }, event),
		decide: events === 1,
	});
}

const variants: Variant[] = [
	{ name: 'nothing', path: '/noop', body: () => request('page.read', 1), events: 0 },
	{ name: 'one insert', path: '/insert', body: () => request('page.read', 1), events: 1 },
	{ name: 'event, no prompt', path: '/sdk/events', body: () => request('page.read', 1), events: 1 },
	{
		name: 'event, 10 prompts',
		path: '/sdk/events',
		body: () => request('report.exported', 1),
		events: 1,
	},
	{ name: 'batch of 20', path: '/sdk/events', body: () => request('page.read', 20), events: 20 },
];

const chrome =
	'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36\r\n';
const octet = () => Math.floor(Math.random() * 254);

/** Keeps every connection busy for a while. Throws when an answer is not 200: those would be too fast. */
async function measure(
	port: number,
	{ path, body }: Variant,
	forSeconds: number,
): Promise<Figures> {
	const opened = await Promise.all(
		Array.from({ length: connections }, () => Connection.open(port)),
	);
	const times: number[] = [];
	const begun = performance.now();
	const end = begun + forSeconds * 1_000;
	await Promise.all(
		opened.map(async (connection) => {
			while (performance.now() < end) {
				const sent = performance.now();
				const address = `x-forwarded-for: 10.${octet()}.${octet()}.${octet()}\r\n`;
				const answer = await connection.post(path, body(), chrome + address);
				if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.body}`);
				times.push(performance.now() - sent);
			}
		}),
	);
	const passed = (performance.now() - begun) / 1_000;
	for (const connection of opened) connection.close();
	times.sort((a, b) => a - b);
	const at = (share: number) => times[Math.floor(times.length * share)]!;
	return { perSecond: times.length / passed, p50: at(0.5), p99: at(0.99) };
}

function median(values: number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

async function prepare(adminUrl: string): Promise<void> {
	const sql = postgres(adminUrl, { max: 1, onnotice: () => undefined });
	await createPartitions(sql);
	await sql.unsafe(`
		create schema bench; grant usage on schema bench to feedback_ingest;
		create table bench.bodies (body jsonb); grant insert on bench.bodies to feedback_ingest;`);
	for (const siteId of sites) {
		const [site] = await sql<{ id: string }[]>`
			with w as (insert into app.workspaces (name) values ('Bench') returning id)
			insert into app.sites (workspace_id, site_id, name, settings)
			select id, ${siteId}, 'Bench', ${sql.json({ limits: { cooldown_days: 7 } })} from w returning id`;
		for (let at = 0; at < 10; at++) {
			const content = promptSchema.parse({
				survey_id: `prompt-${at}`,
				name: `Prompt ${at}`,
				questions: [{ id: 'score', type: 'rating', title: 'How was it?' }],
				trigger: {
					events: ['report.exported'],
					where: { property: 'format', op: 'is', value: at === 0 ? 'pdf' : `other-${at}` },
				},
			});
			await sql`
				select app.publish(${site!.id}, p.prompt_id, p.number, p.sha256)
				from app.create_prompt(${site!.id}, ${sql.json(content as never)}) p`;
		}
	}
	await sql.end();
}

async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-http-'));
	const running = await startPostgres({
		data: join(folder, 'data'),
		port: Number(process.env['BENCH_PORT'] ?? 55_432),
		settings: { shared_buffers: '512MB', max_wal_size: '4GB' },
	});
	try {
		const url = await openOverTcp(running.url);
		await prepareCluster(url, new URL(url).password);
		await pushMigrations(withRole(url, 'postgres'));
		await sharePassword(url, ['feedback_ingest']);
		await prepare(url);
		const functions = await runFunctions({
			folder: join(import.meta.dirname, 'functions'),
			cache: join(folder, 'deno'),
			environment: {
				FEEDBACK_INGEST_URL: withRole(url, 'feedback_ingest'),
				FEEDBACK_SECRET: mintSecret(),
				FEEDBACK_PREPARED_STATEMENTS: process.env['FEEDBACK_PREPARED_STATEMENTS'] ?? '1',
			},
		});
		try {
			await compare(functions.port);
		} finally {
			await functions.stop();
		}
	} finally {
		await running.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}

async function compare(port: number): Promise<void> {
	console.log(`${connections} connections, ${runs} interleaved runs of ${seconds} s, medians`);
	for (const variant of variants) await measure(port, variant, 2);
	const figures = new Map<string, Figures[]>(variants.map(({ name }) => [name, []]));
	for (let run = 0; run < runs; run++) {
		for (const variant of variants) {
			figures.get(variant.name)!.push(await measure(port, variant, seconds));
		}
	}
	const of = (name: string, part: keyof Figures) =>
		median(figures.get(name)!.map((figure) => figure[part]));
	const nothing = of('nothing', 'perSecond');
	const insert = of('one insert', 'perSecond');
	console.table(
		variants.map(({ name, events }) => {
			const perSecond = of(name, 'perSecond');
			return {
				what: name,
				'requests/s': Math.round(perSecond),
				'events/s': Math.round(perSecond * events),
				'p50 ms': Number(of(name, 'p50').toFixed(1)),
				'p99 ms': Number(of(name, 'p99').toFixed(1)),
				'× nothing': Number((perSecond / nothing).toFixed(2)),
				'× one insert': Number((perSecond / insert).toFixed(2)),
			};
		}),
	);
}

await main();
