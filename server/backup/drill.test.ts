// The machine of a service under load is lost, and the service is restored from its backup on another machine.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { mintUuidv7 } from '../../supabase/functions/_shared/uuidv7.ts';
import { startTestStack } from '../../testing/start-test-stack.ts';
import { thorough } from '../../testing/thorough.ts';
import { standInPart } from '../../testing/auth/stand-in-part.ts';
import { demo } from '../demo/demo.ts';
import { type DatabaseClient, connectDatabase } from '../postgres/connect.ts';
import { type Stack, startStack } from '../stack/start-stack.ts';
import { type Archiving, startArchiving } from './archiving.ts';
import { openDestination } from './open-destination.ts';
import { generateEncryptionKey, parseEncryptionKey } from './encryption-key.ts';
import { listBackups } from './list-backups.ts';
import { markMoment } from './mark-moment.ts';
import { restoreBackup } from './restore-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-drill-'));
let stack: Stack;
let restored: Stack | undefined;
let archiving: Archiving | undefined;

beforeAll(async () => {
	stack = await startTestStack();
	await query(stack, (sql) => sql`alter system set archive_mode = on`);
	// The setting takes effect with a restart.
	const start = await stack.takeDown('postgres');
	await start();
});

afterAll(async () => {
	await archiving?.stop(0);
	await restored?.stop();
	await stack.stop();
	rmSync(folder, { recursive: true, maxRetries: 5 });
});

async function query<Result>(
	of: Stack,
	run: (sql: DatabaseClient) => PromiseLike<Result>,
): Promise<Result> {
	const sql = connectDatabase(of.adminUrl);
	try {
		return await run(sql);
	} finally {
		await sql.end();
	}
}

/** Reports one event; resolves to its id when it is acknowledged, undefined otherwise. */
async function report(to: Stack): Promise<string | undefined> {
	const id = mintUuidv7(Date.now());
	const body = JSON.stringify({
		site: to.siteId,
		visitor: mintUuidv7(Date.now()),
		session: mintUuidv7(Date.now()),
		sdk: '0.4.0',
		events: [{ id, name: 'drill' }],
		decide: true,
	});
	try {
		const response = await fetch(`${to.apiUrl}/sdk/events`, { method: 'POST', body });
		return response.ok ? id : undefined;
	} catch {
		return undefined;
	}
}

/** Reports one event after the other until it is stopped, and collects the IDs of acknowledged events. */
function startLoad(on: Stack): { acknowledged: string[]; stop(): Promise<void> } {
	const acknowledged: string[] = [];
	let going = true;
	const run = async () => {
		while (going) {
			const id = await report(on);
			if (id) acknowledged.push(id);
		}
	};
	const running = run();
	return {
		acknowledged,
		async stop() {
			going = false;
			await running;
		},
	};
}

/** One hash of all rows up to an event, and of the objects that people made. */
async function hashRows(of: Stack, until: string): Promise<string> {
	const [row] = await query(
		of,
		(sql) => sql<{ hash: string }[]>`
			select md5(string_agg(line, e'\\n' order by line)) as hash from (
				select event::text as line from app.events as event where id <= ${until}
				union all select prompt::text from app.prompts as prompt
				union all select revision::text from app.revisions as revision
				union all select site::text from app.sites as site
				union all select member::text from app.members as member
			) as lines`,
	);
	return row!.hash;
}

async function readEvents(of: Stack): Promise<string[]> {
	const rows = await query(
		of,
		(sql) => sql<{ id: string }[]>`select id from app.events where name = 'drill'`,
	);
	return rows.map(({ id }) => id);
}

function requestToken(of: Stack): Promise<Response> {
	return fetch(`${of.authUrl}/token?grant_type=password`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(of.demo),
	});
}

test(
	'a restore to a mark contains everything that was acknowledged before it, and nothing later',
	{ ...thorough, timeout: 120_000 },
	async () => {
		const destination = await openDestination({ to: join(folder, 'destination') });
		const encryptionKey = await parseEncryptionKey(await generateEncryptionKey());
		const cluster = join(stack.data, 'postgres');
		const database = { kind: 'embedded' as const, url: stack.adminUrl, cluster };
		const files = { 'secrets.json': join(stack.data, 'secrets.json') };
		const { access_token: token } = (await (await requestToken(stack)).json()) as {
			access_token: string;
		};
		const load = startLoad(stack);
		archiving = await startArchiving({
			database,
			destination,
			encryptionKey,
			files,
			everyHours: 24,
		});
		await expect
			.poll(async () => (await listBackups({ destination, encryptionKey })).backups, {
				timeout: 30_000,
			})
			.toHaveLength(1);
		const before = [...load.acknowledged];
		// The restore point is later than this: an event acknowledged between the two may or may not be there.
		await markMoment({ database, destination, encryptionKey, name: 'before-the-loss' });
		const known = load.acknowledged.length;
		await expect
			.poll(() => load.acknowledged.length, { timeout: 20_000 })
			.toBeGreaterThan(known + 5);
		const later = load.acknowledged.slice(known + 1);
		const hash = await hashRows(stack, before.at(-1)!);
		stack.killPart('postgres');
		stack.killPart('ingest');
		await load.stop();
		await archiving.stop(0);
		archiving = undefined;
		await stack.stop();

		const data = join(folder, 'other-machine');
		const { manifest, lastTransaction } = await restoreBackup({
			destination,
			encryptionKey,
			target: { kind: 'mark', name: 'before-the-loss' },
			into: { cluster: join(data, 'postgres') },
			files: { 'secrets.json': join(data, 'secrets.json') },
		});
		expect(manifest.migration).toMatch(/^\d{14}$/);
		expect(lastTransaction).toBeDefined();
		restored = await startStack({ data, ports: 'free', demo, signIn: standInPart, quiet: true });
		expect(await hashRows(restored, before.at(-1)!)).toBe(hash);
		const found = new Set(await readEvents(restored));
		expect(before.filter((id) => !found.has(id))).toEqual([]);
		expect(later.filter((id) => found.has(id))).toEqual([]);
		// The restored service is the same: it records events, and a person who was signed in still is.
		expect(await report(restored)).toBeDefined();
		const headers = { authorization: `Bearer ${token}` };
		expect((await fetch(`${restored.authUrl}/user`, { headers })).status).toBe(200);
	},
);
