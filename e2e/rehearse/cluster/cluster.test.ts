// Two servers on one database behind a proxy.
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { findFreePort } from '../../../server/ports/ports.ts';
import { mintUuidv7 } from '../../../supabase/functions/_shared/uuidv7.ts';
import { createSite, publishPrompt } from '../../../supabase/tests/sites.ts';
import { startLoad } from './load.ts';
import { sendReport } from './send-report.ts';
import { startServerProcess } from './server-process.ts';
import { type TwoServers, startTwoServers } from './two-servers.ts';
import { type Debian, freshDebian } from '../fresh-debian.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-cluster-'));
const password = 'rehearsal';
let debian: Debian;

beforeAll(async () => {
	debian = await freshDebian(['haproxy', 'postgresql-17']);
}, 600_000);

afterAll(async () => {
	await debian?.remove();
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('two servers on one database', () => {
	let servers: TwoServers;
	/** Connected as the superuser, for whom row-level security hides nothing. */
	let sql: Sql;

	beforeAll(async () => {
		const port = await findFreePort();
		await debian.run(`
			pg_dropcluster 17 main --stop || true
			pg_createcluster --port ${port} 17 main -- --auth-host=scram-sha-256
			pg_ctlcluster 17 main start`);
		await debian.run(
			`psql -p ${port} -v ON_ERROR_STOP=1 <<'SQL'
alter role postgres password '${password}';
create role feedback login createrole password '${password}';
create database feedback owner feedback;
SQL`,
			{ user: 'postgres' },
		);
		// A host name, like that of a remote server.
		const databaseUrl = `postgres://feedback:${password}@localhost:${port}/feedback`;
		sql = postgres(databaseUrl.replace('//feedback:', '//postgres:'), { max: 4, onnotice() {} });
		servers = await startTwoServers(debian, { folder, databaseUrl });
	}, 600_000);

	afterAll(async () => {
		await servers?.stop();
		await sql?.end();
	});

	async function countStored(ids: readonly string[]): Promise<{ rows: number; events: number }> {
		const [row] = await sql<{ rows: number; events: number }[]>`
			select count(*)::integer as rows, count(distinct id)::integer as events
			from app.events where id = any(${[...ids]}::uuid[])`;
		return row!;
	}

	/** Sends one report by a new visitor, over a new connection. */
	async function report(
		origin: string,
		siteId: string,
		{ name, account, from, id }: { name: string; account?: string; from: string; id?: string },
	) {
		const agent = new Agent();
		const visitor = mintUuidv7(Date.now());
		const body = {
			site: siteId,
			visitor,
			session: visitor,
			sdk: '0.4.0',
			decide: true,
			...(account !== undefined && { identify: { account } }),
			events: [{ id: id ?? mintUuidv7(Date.now()), name }],
		};
		return sendReport(origin, body, { agent, from });
	}

	test('a session on one server is valid on the other', async () => {
		const link = await servers.first.run('admin', 'owner', '--email', 'ada@example.com');
		const token = link.trim().split('#link=')[1];
		const signedIn = await fetch(`${servers.first.url}/auth/link`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', origin: servers.url },
			body: JSON.stringify({ token }),
		});
		expect(signedIn.status).toBe(200);
		const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]!);
		for (const issuing of [servers.first, servers.second]) {
			const answer = await fetch(`${issuing.url}/auth/token`, {
				headers: { cookie: cookie.join('; ') },
			});
			const access = ((await answer.json()) as { token: string }).token;
			for (const { url } of [servers.first, servers.second]) {
				const whoami = await fetch(`${url}/functions/v1/manage/whoami`, {
					headers: { authorization: `Bearer ${access}` },
				});
				expect(await whoami.json()).toMatchObject({ email: 'ada@example.com' });
			}
		}
	});

	test('both respond, and an event that both receive is stored once', async () => {
		const site = await createSite(sql);
		const visitor = mintUuidv7(Date.now());
		const ids = Array.from({ length: 50 }, () => mintUuidv7(Date.now()));
		const statuses = await Promise.all(
			ids.map(async (id) => {
				const body = {
					site: site.siteId,
					visitor,
					session: visitor,
					sdk: '0.4.0',
					decide: true,
					events: [{ id, name: 'sent.twice' }],
				};
				const answers = await Promise.all(
					[servers.first, servers.second].map(({ url }, index) =>
						sendReport(url, body, { agent: new Agent(), from: `127.0.2.${index + 1}` }),
					),
				);
				return answers.map(({ body: answer }) => answer?.results[0]?.status).toSorted();
			}),
		);
		expect(statuses).toEqual(ids.map(() => ['duplicate', 'recorded']));
		expect(await countStored(ids)).toEqual({ rows: 50, events: 50 });
	});

	test('a prompt that an account may see once is displayed once', async () => {
		const site = await createSite(sql);
		await publishPrompt(sql, site.id, { trigger: { events: ['done'] }, limits: { show: 'once' } });
		const accounts = Array.from({ length: 20 }, (_, index) => `account-${index}`);
		const displayed = await Promise.all(
			accounts.map(async (account, index) => {
				const from = `127.0.3.${index + 1}`;
				const answers = await Promise.all(
					Array.from({ length: 8 }, (_, turn) => {
						const { url } = turn % 2 ? servers.first : servers.second;
						return report(url, site.siteId, { name: 'done', account, from });
					}),
				);
				expect(answers.map(({ status }) => status).filter((status) => status >= 400)).toEqual([]);
				return answers.filter(({ body }) => body?.decision?.reason === 'displayed').length;
			}),
		);
		expect(displayed).toEqual(accounts.map(() => 1));
		const [row] = await sql<{ displays: number }[]>`
			select count(*)::integer as displays from app.displays d
			join app.prompts p on p.id = d.prompt_id where p.site_id = ${site.id}`;
		expect(row!.displays).toBe(20);
	});

	test('requests of an address to one server count on the other', async () => {
		const address = { per_second: 1, burst: 10 };
		const site = await createSite(sql, { rate_limits: { address } });
		const from = '127.0.4.1';
		const send = async (origin: string, reports: number) => {
			const answers = await Promise.all(
				Array.from({ length: reports }, () => report(origin, site.siteId, { name: 'often', from })),
			);
			return answers.filter(({ body }) => body?.decision?.reason === 'throttled').length;
		};
		// Some of the requests consume tokens for all servers: this many leave no tokens for a while.
		do await send(servers.first.url, 100);
		while ((await send(servers.first.url, 1)) === 0);
		expect(await send(servers.second.url, address.burst - 1)).toBeGreaterThan(0);
	});

	test('only one of two starting servers runs maintenance', async () => {
		const running = () => sql<{ waits: boolean }[]>`
			select wait_event_type = 'Lock' as waits from pg_stat_activity
			where query like '%app.maintain(%' and state = 'active' and pid <> pg_backend_pid()`;
		await expect.poll(running, { timeout: 60_000 }).toEqual([]);
		const others = await sql.begin(async (transaction) => {
			// Maintenance's last step waits for this table, so that it is still running when both servers are ready.
			await transaction`lock table app.displays in access exclusive mode`;
			const started = await Promise.all(
				['third', 'fourth'].map((name) =>
					startServerProcess({
						folder: join(folder, name),
						publicUrl: servers.url,
						databaseUrl: servers.databaseUrl,
						secretsFile: servers.first.secretsFile,
					}),
				),
			);
			onTestFinished(async () => {
				await Promise.all(started.map((server) => server.stop()));
			});
			await Promise.all(started.map((server) => server.ready()));
			await expect.poll(running, { timeout: 60_000 }).toEqual([{ waits: true }]);
			return started;
		});
		for (const server of others) expect(server.output()).not.toContain('Retention failed');
	}, 180_000);

	test('a server with other secrets does not start', async () => {
		const stranger = await startServerProcess({
			folder: mkdtempSync(join(folder, 'stranger-')),
			publicUrl: servers.url,
			databaseUrl: servers.databaseUrl,
		});
		expect(await stranger.ended).toBe(1);
		expect(stranger.output()).toContain(
			"The database refuses the password of feedback_ingest in this server's secrets: the database was set up " +
				'with other secrets. Copy secrets.json from the server that set it up, or from its backup.',
		);
	});

	test('a server that stops under load fails no request', async () => {
		const site = await createSite(sql);
		const load = startLoad(servers.url, site.siteId, 16);
		onTestFinished(() => load.stop());
		const further = (events: number) => {
			const target = load.acknowledged.length + events;
			return expect
				.poll(() => load.acknowledged.length, { timeout: 60_000 })
				.toBeGreaterThan(target);
		};
		await further(200);
		expect(await servers.second.stop()).toBe(0);
		await further(200);
		await load.stop();
		expect(load.failures).toEqual([]);
		const ids = load.acknowledged;
		expect(await countStored(ids)).toEqual({ rows: ids.length, events: ids.length });
		console.log(`One of two servers stopped: ${ids.length} events, no request failed.`);
	}, 180_000);
});
