// Shared parts of HTTP benchmarks: sites with prompts, requests of the SDK, and connections that send them.
import { promptSchema } from '@feedback/contract';
import postgres, { type Sql } from 'postgres';

import { createPartitions } from '../../server/postgres/maintain.ts';
import { mintUuidv7 } from '../../supabase/functions/_shared/uuidv7.ts';
import { Connection } from './connection.ts';
import type { TestSql } from '../../supabase/tests/harness.ts';

export const connections = 16;
const sites = Array.from({ length: 40 }, (_, at) => `site_bench${String(at).padStart(4, '0')}`);
const visitors = Array.from({ length: 4_000 }, () => crypto.randomUUID());

export type Load = { path: string; body(): string };
export type Figures = { requests: number; perSecond: number; p50: number; p99: number };

/** A body of `POST /sdk/events`. */
export function request(name: string, events: number): string {
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

const chrome =
	'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36\r\n';
const octet = () => Math.floor(Math.random() * 254);

/**
 * Keeps every connection busy for a while. Throws when a response is not 200, because failed requests would be too
 * fast.
 */
export async function measure(
	port: number,
	{ path, body }: Load,
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
	return { requests: times.length, perSecond: times.length / passed, p50: at(0.5), p99: at(0.99) };
}

/** Creates the sites and their prompts. */
export async function prepare(adminUrl: string): Promise<void> {
	const sql = postgres(adminUrl, { max: 1, onnotice: () => undefined }) as Sql as TestSql;
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
