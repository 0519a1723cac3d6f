// The upgrade on the page “Run it on Debian”: from the last release to this tree, while SDKs of that release send
// events.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { type Client, createClient } from '@feedback/client';
import postgres, { type Sql } from 'postgres';
import { type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { root } from '../../../server/layout/tree.ts';
import { buildPackage } from '../../../server/package/build-package.ts';
import manifest from '../../../server/package.json' with { type: 'json' };
import { findFreePort } from '../../../server/ports/ports.ts';
import { launchChromium } from '../../../testing/launch-chromium.ts';
import { userAgent } from '../../../testing/user-agent.ts';
import { startLoad } from '../cluster/load.ts';
import { block, commands } from '../debian-page.ts';
import { recordFault } from '../fault-rows.ts';
import { type Debian, freshDebian } from '../fresh-debian.ts';
import { type Exchange, recordExchanges } from './recording.ts';
import { type ReleasedPackage, buildReleased, lastRelease } from './released-package.ts';
import { type App, previewPrompt, prompts, serveApp, visitApp } from './visit-app.ts';

/**
 * Maximum milliseconds that requests may wait on a machine that is not overloaded, with at most two processes per
 * processor.
 */
const longestWindowMs = 5_000;
const isOverloaded = () => loadavg()[0]! > 2 * availableParallelism();
const folder = mkdtempSync(join(tmpdir(), 'feedback-upgrade-'));
const server = '/usr/local/bin/feedback-server';
const unit = readFileSync(join(root, 'server/operations/feedback.service'), 'utf8');
const startCommand = /^ExecStart=(.*)$/m.exec(unit)![1]!;

const last = lastRelease();
if (last === undefined) console.log('No release is listed yet: there is nothing to upgrade from.');
let released: ReleasedPackage;
let debian: Debian;
let browser: Browser;
let app: App;
let url: string;
let sql: Sql;
let client: Client;
let site: { id: string; site_id: string };
let rowsBefore: Map<string, string>;
let recorded: Exchange[];

beforeAll(async () => {
	released = await buildReleased(last!, console.log);
	const current = await buildPackage(folder);
	debian = await freshDebian(['npm', 'caddy', 'systemd', 'util-linux']);
	debian.copy(released.server, `/root/feedback-server-${released.version}.tgz`);
	debian.copy(current, `/root/feedback-server-${manifest.version}.tgz`);
	execFileSync('tar', ['-xzf', released.sdk, '-C', folder, 'package/dist']);
	app = await serveApp(join(folder, 'package/dist'));
	browser = await launchChromium();
}, 1_800_000);

afterAll(async () => {
	await browser?.close();
	app?.stop();
	await sql?.end({ timeout: 1 });
	await debian?.remove();
	rmSync(folder, { recursive: true, force: true });
});

/** Prefixes a command so that it runs as the user of the service. */
const asService = (command: string) =>
	debian.run(
		`setpriv --reuid=feedback --regid=feedback --init-groups env HOME=/var/lib/feedback ${command}`,
	);

/** Replaces systemd: its tool opens the socket, and a loop restarts the service whenever it exits. */
async function startUnit(port: string): Promise<void> {
	await debian.run(`
		cat >/root/unit.sh <<'END'
		while [ ! -e /root/stopped ]; do
			sh -c 'echo $$ >/root/pid; LISTEN_FDS=1 LISTEN_PID=$$ exec setpriv --reuid=feedback --regid=feedback \\
				--init-groups env HOME=/var/lib/feedback ${startCommand}' >>/root/server.log 2>&1
		done
END
		systemd-socket-activate --listen=127.0.0.1:${port} sh /root/unit.sh >/dev/null 2>&1 &`);
	await awaitReady();
}

async function awaitReady(): Promise<void> {
	for (const until = Date.now() + 60_000; Date.now() < until; await wait(100)) {
		const answer = await fetch(`${url}/readyz`).catch(() => undefined);
		await answer?.body?.cancel();
		if (answer?.ok) return;
	}
	throw new Error(await debian.run('tail -n 50 /root/server.log'));
}

/** Restarts the unit as `systemctl restart` does. */
async function restartUnit(): Promise<void> {
	const before = await debian.run('cat /root/pid');
	await debian.run(`kill -TERM ${before}`);
	await expect.poll(() => debian.run('cat /root/pid'), { timeout: 60_000 }).not.toBe(before);
	await awaitReady();
}

async function stopUnit(): Promise<void> {
	await debian.run(`
		touch /root/stopped; pid=$(cat /root/pid); kill -TERM $pid
		while [ -e /proc/$pid ]; do sleep 0.1; done`);
}

/** The database as its owner, who may read everything. */
async function openDatabase(): Promise<Sql> {
	const data = join(debian.folder, 'var/lib/feedback');
	const { owner } = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8')) as {
		owner: string;
	};
	const port = readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[3]!;
	const opened = postgres(`postgres://postgres:${owner}@127.0.0.1:${port}/postgres`, {
		max: 1,
		onnotice() {},
	});
	await opened`set role feedback_owner`;
	return opened;
}

/** The management client of the first owner. */
async function signIn(): Promise<Client> {
	const link = await asService(`${server} admin owner --email ada@example.com --workspace Acme`);
	const signedIn = await fetch(`${url}/auth/link`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', origin: url },
		body: JSON.stringify({ token: /#link=(\S+)/.exec(link)![1] }),
	});
	const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]!);
	return createClient({
		apiUrl: `${url}/functions/v1`,
		async token() {
			const answer = await fetch(`${url}/auth/token`, { headers: { cookie: cookie.join('; ') } });
			return ((await answer.json()) as { token: string }).token;
		},
	});
}

const service = () => ({ siteId: site.site_id, apiUrl: `${url}/functions/v1` });

async function withPage<Result>(work: (page: Page) => Promise<Result>): Promise<Result> {
	const context = await browser.newContext({ userAgent });
	context.setDefaultTimeout(30_000);
	try {
		return await work(await context.newPage());
	} finally {
		await context.close();
	}
}

/** Visits the app in every way in which it uses the SDK, and records its requests. */
const visit = () =>
	withPage(async (page) => {
		const finish = recordExchanges(page);
		await visitApp(page, app, service());
		await finish();
		const { items } = await client.listPrompts({ site: site.id });
		const prompt = items.find(({ survey_id }) => survey_id === 'after-export')!.id;
		const { token } = await client.createPreviewToken({ site: site.id, prompt, revision: 1 });
		await previewPrompt(page, app, { ...service(), token });
		return finish();
	});

/** For each row of the tables that people and visitors fill: its key and a hash of its current columns. */
async function hashRows(columns?: Map<string, string>): Promise<Map<string, string>> {
	const hashes = new Map<string, string>();
	for (const [table, key] of Object.entries(keys)) {
		const names = columns?.get(`columns of ${table}`) ?? (await listColumns(table));
		hashes.set(`columns of ${table}`, names);
		const rows = await sql.unsafe(
			`select ${key} as key, row(${names})::text as row from app.${table}`,
		);
		for (const { key: at, row } of rows) {
			hashes.set(`${table} ${String(at)}`, createHash('sha256').update(String(row)).digest('hex'));
		}
	}
	return hashes;
}

const keys = {
	workspaces: 'id',
	members: 'person_id',
	sites: 'id',
	prompts: 'id',
	revisions: "prompt_id || ' ' || number",
	events: 'id',
	displays: 'id',
	responses: 'display_id',
};

async function listColumns(table: string): Promise<string> {
	const [row] = await sql<{ names: string }[]>`
		select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
		where attrelid = ${`app.${table}`}::regclass and attnum > 0 and not attisdropped`;
	return row!.names;
}

async function countApplied(): Promise<number> {
	const owner = await openDatabase();
	await owner`reset role`;
	const applied = await owner`select from supabase_migrations.schema_migrations`;
	await owner.end();
	return applied.length;
}

describe.skipIf(last === undefined)('the upgrade', () => {
	test('starts from the last release, with an app that uses its SDK', async () => {
		const port = await findFreePort();
		url = `http://127.0.0.1:${port}`;
		await debian.run(`cd /root; ${withVersion(commands('install'), released.version)}`);
		await debian.run(commands('configure').replace('https://feedback.example.com', url));
		const backup = /^backup:[^]*/m.exec(block('/etc/feedback/feedback.yaml'))![0];
		await debian.run(`cat >>/etc/feedback/feedback.yaml <<'END'\n${backup}END`);
		await startUnit(String(port));
		expect(await asService(`${server} --version`)).toContain(released.version);
		sql = await openDatabase();
		client = await signIn();
		const { workspaces } = await client.whoami();
		site = await client.createSite({ workspace: workspaces[0]!.id, name: 'Reports' });
		await client.updateSettings({ site: site.id, limits: { cooldown_days: 0 } });
		for (const content of prompts) {
			const { id: prompt, revision } = await client.createPrompt({ site: site.id, content });
			await client.publishPrompt({ site: site.id, prompt, revision });
		}
		recorded = await visit();
		const recording = { sdk: released.version, prompts, exchanges: recorded };
		await expect(`${JSON.stringify(recording, null, '\t')}\n`).toMatchFileSnapshot(
			join(root, `supabase/functions/sdk/released/${released.version}.json`),
		);
		// The load's first event adds a new name to the list of the site.
		const early = startLoad(url, site.site_id, 1);
		await expect.poll(() => early.acknowledged.length).toBeGreaterThan(0);
		await early.stop();
		rowsBefore = await hashRows();
	}, 300_000);

	test('continues after a migration that was killed', async () => {
		await debian.run(
			`cd /root; npm install --global --prefix /opt/next ./feedback-server-${manifest.version}.tgz`,
		);
		// A migration waits for this lock in the middle of its transaction.
		const holder = await openDatabase();
		await holder`begin`;
		await holder`select from app.sites`;
		const migrating = debian.try(
			`echo $$ >/root/migrate.pid; exec setpriv --reuid=feedback --regid=feedback --init-groups \\
				env HOME=/var/lib/feedback /opt/next/bin/feedback-server migrate`,
		);
		await expect.poll(countBlocked, { timeout: 60_000 }).toBeGreaterThan(0);
		// The migrations before it are complete.
		const applied = await countApplied();
		await debian.run('kill -KILL $(cat /root/migrate.pid)');
		expect((await migrating).code).not.toBe(0);
		await holder`rollback`;
		await holder.end();
		expect(await countApplied()).toBe(applied);
		await awaitReady();
	}, 900_000);

	test('loses no data, and delays no request for long', async () => {
		const load = startLoad(url, site.site_id, 6);
		await wait(3_000);
		await debian.run(`cd /root; ${withVersion(commands('upgrade'), manifest.version)}`);
		const installed = performance.now();
		await restartUnit();
		await wait(3_000);
		await load.stop();
		expect(await asService(`${server} --version`)).toContain(manifest.version);
		await sql.end({ timeout: 1 });
		sql = await openDatabase();
		const [stored] = await sql<{ rows: number; events: number }[]>`
			select count(*)::integer as rows, count(distinct id)::integer as events
			from app.events where id = any(${load.acknowledged}::uuid[])`;
		const lost = load.acknowledged.length - stored!.events;
		const duplicates = stored!.rows - stored!.events;
		const longest = (from: number, to: number) =>
			Math.max(
				...load.acknowledgedAt.map((at, index, all) =>
					at >= from && at <= to ? at - (all[index - 1] ?? at) : 0,
				),
			);
		const [install, restart] = [longest(0, installed), longest(installed, Infinity)];
		console.log(
			'| upgrade | events | lost | duplicates | failed requests | window of the restart | while npm installs |\n' +
				'| --- | --- | --- | --- | --- | --- | --- |\n' +
				`| ${released.version} to ${manifest.version} | ${load.acknowledged.length} | ${lost} | ${duplicates} ` +
				`| ${load.failures.length} | ${(restart / 1_000).toFixed(1)} s | ${(install / 1_000).toFixed(1)} s |`,
		);
		recordFault({
			fault: `upgrade from ${released.version} to ${manifest.version}`,
			lost,
			duplicates,
			unavailableMs: Math.max(install, restart),
		});
		if (load.failures.length > 0) console.log([...new Set(load.failures)]);
		expect({ lost, duplicates }).toEqual({ lost: 0, duplicates: 0 });
		if (isOverloaded()) console.log(`The window is not judged at a load of ${loadavg()[0]!}.`);
		else expect(Math.max(install, restart)).toBeLessThanOrEqual(longestWindowMs);
		expect(await asService(`${server} backup list`)).toContain('until');
	}, 900_000);

	test('keeps every row, and doctor finds no problem', async () => {
		const rows = await hashRows(rowsBefore);
		const changed = [...rowsBefore].filter(([key, hash]) => rows.get(key) !== hash);
		expect(changed.map(([key]) => key)).toEqual([]);
		const { code, output } = await debian.try(
			`setpriv --reuid=feedback --regid=feedback --init-groups env HOME=/var/lib/feedback ${server} doctor`,
		);
		expect(output).toContain('Everything is in order.');
		expect(code).toBe(0);
	}, 60_000);

	test('leaves the SDK of the last release working', async () => {
		const before = (await client.listResponses({ site: site.id })).items.length;
		const again = await visit();
		expect(listSent(again)).toEqual(listSent(recorded));
		const responses = async () => (await client.listResponses({ site: site.id })).items.length;
		await expect.poll(responses, { timeout: 20_000 }).toBe(before + 2);
	}, 120_000);

	test('cannot be undone by starting the last release, which prints an error', async () => {
		await stopUnit();
		await debian.run(
			`cd /root; npm install --global --prefix /opt/last ./feedback-server-${released.version}.tgz`,
		);
		const { code, output } = await debian.try(
			`setpriv --reuid=feedback --regid=feedback --init-groups env HOME=/var/lib/feedback \\
				timeout 60 /opt/last/bin/feedback-server start`,
		);
		expect(output).toContain('The data was made by a newer version of Feedback');
		expect(code).not.toBe(0);
	}, 300_000);
});

/** Lists the requests with the status of each, in an order that does not depend on timing. */
function listSent(exchanges: Exchange[]): string[] {
	return exchanges
		.map(({ route, request, status }) => JSON.stringify({ route, request, status }))
		.map((text) => text.replaceAll(/<(\w+) \d+>/g, '<$1>'))
		.sort();
}

/** The page names one version; the rehearsal installs two versions. */
function withVersion(text: string, version: string): string {
	return text.replaceAll(/feedback-server-[\d.]+\.tgz/g, `feedback-server-${version}.tgz`);
}

/** Sessions that wait for a lock on a table. */
async function countBlocked(): Promise<number> {
	const blocked = await sql`
		select from pg_locks where locktype = 'relation' and not granted and relation = 'app.sites'::regclass`;
	return blocked.length;
}
