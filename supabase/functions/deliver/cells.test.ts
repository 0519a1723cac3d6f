// What the workers of a server do for home and for its cells.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { TestDatabase, TestSql } from '../../tests/harness.ts';
import { screenshotFile } from '../_shared/files/file-store.ts';
import { openFolderStore } from '../_shared/files/folder-store.ts';
import { createPool } from '../_shared/pool.ts';
import { openSitesInCells, type SitesInCells, waitFor } from '../tests/cells.ts';
import { openDelivery, type TestDelivery } from '../tests/deliver.ts';
import { createWorkers } from './create-worker.ts';
import { createOrphanSearch, deleteFiles } from './delete-files.ts';
import { hashConfirmationToken } from './email/confirmation-token.ts';
import { createHandler } from './handler.ts';
import type { Service } from './service.ts';

let opened: SitesInCells;
/** Destinations in the cell `one`. */
let at: TestDelivery;
let service: Service;
const cleanup = new AsyncDisposableStack();
beforeAll(async () => {
	opened = await openSitesInCells();
	cleanup.defer(() => opened.end());
	const { admin, url } = opened.databases.cells.one;
	const ingest = postgres(url('feedback_ingest'), { max: 2, onnotice() {} }) as unknown as TestSql;
	cleanup.defer(() => ingest.end());
	const database: Pick<TestDatabase, 'admin' | 'ingest' | 'url'> = { admin, ingest, url };
	at = await openDelivery({}, database as TestDatabase);
	cleanup.defer(() => at.end());
	const home = createPool(opened.sites.home.manageUrl, 'deliver', { size: 2 });
	cleanup.defer(() => home.end());
	service = { ...at.service, sql: home, cells: new Map([['one', at.service.sql]]) };
}, 240_000);
afterAll(() => cleanup.disposeAsync());

it('a response in a cell is delivered by the worker of the cell', async () => {
	await at.addDestination();
	await at.answer({ score: 5 });
	const workers = createWorkers(service);
	workers.wake({ thorough: true });
	await workers.idle();
	await workers.drain();
	expect(at.received.map(({ path }) => path)).toEqual(['/hook']);
});

it('a picture of a cell is no orphan, whichever database is asked first', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-files-'));
	cleanup.defer(() => rmSync(folder, { recursive: true }));
	const files = openFolderStore(folder);
	const rows = await Promise.all(
		[opened.sites.home, opened.sites.one].map(async (sites) => {
			const site = await sites.makeSite();
			const [row] = await sites.sql<{ id: string }[]>`
				insert into app.screenshots (site_id, display_id, question_id, type, bytes, width, height, sha256, stored_at)
				values (${site.id}, gen_random_uuid(), 'page', 'image/png', 3, 1, 1, sha256('a'), now()) returning id`;
			return row!.id;
		}),
	);
	for (const id of [...rows, crypto.randomUUID()]) {
		await files.put(screenshotFile(id), new Uint8Array([1, 2, 3]), 'image/png');
	}
	for (const one of [service, { ...service, sql: at.service.sql, cells: undefined }]) {
		await createOrphanSearch({ ...one, files })();
		await deleteFiles({ ...one, files });
	}
	expect(readdirSync(join(folder, 'screenshots')).sort()).toEqual(rows.toSorted());
});

it('the link of a confirmation is found in the cell that sent it', async () => {
	const token = crypto.randomUUID();
	const { admin } = opened.databases.cells.one;
	const { id } = await at.addDestination({
		settings: { kind: 'email', recipients: ['ada@example.com'], schedule: { every: 'message' } },
		confirmed: false,
	});
	await admin`
		update app.recipient_confirmations
		set token_hash = ${hashConfirmationToken(token)}, expires_at = now() + interval '1 day', due_at = null
		where destination_id = ${id}`;
	const handle = createHandler(service, { wake: () => undefined, idle: () => Promise.resolve() });
	const url = `http://127.0.0.1/functions/v1/deliver/confirm?token=${token}`;
	const found = await handle(new Request(url));
	expect(await found.json()).toMatchObject({ address: 'ada@example.com' });
	const confirmed = await handle(new Request(url, { method: 'POST' }));
	expect(await confirmed.json()).toEqual({ confirmed: true });
	expect((await handle(new Request(url, { method: 'POST' }))).status).toBe(404);
});

it('a notification of a cell to a browser that is signed out is dropped, and home keeps the browser', async () => {
	const { home, cells } = opened.databases;
	const [browser] = await home.admin<{ id: string }[]>`
		insert into app.push_subscriptions (id, person_id, session_id, endpoint_sha256, host, sealed)
		values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), sha256('browser'), 'push.example.com', '\\x00')
		returning id`;
	const { admin } = cells.one;
	await waitFor(admin, (sql) => sql`select from app.push_subscriptions where id = ${browser!.id}`);
	await admin`insert into app.push_messages (subscription_id) values (${browser!.id})`;
	expect(await admin`select from app.claim_pushes()`).toHaveLength(0);
	expect(await admin`select from app.push_messages`).toHaveLength(0);
	expect(await admin`select from app.push_subscriptions where id = ${browser!.id}`).toHaveLength(1);
});
