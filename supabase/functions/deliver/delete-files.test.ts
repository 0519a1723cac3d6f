import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../../tests/harness.ts';
import { createSite } from '../../tests/sites.ts';
import { screenshotFile } from '../_shared/files/file-store.ts';
import { openFolderStore } from '../_shared/files/folder-store.ts';
import { openDelivery, type TestDelivery } from '../tests/deliver.ts';
import { createMemoryFiles } from '../tests/memory-files.ts';
import { createOrphanSearch, deleteFiles } from './delete-files.ts';

let database: TestDatabase;
let at: TestDelivery;
const folder = mkdtempSync(join(tmpdir(), 'feedback-files-'));
beforeAll(async () => {
	database = await createDatabase();
	at = await openDelivery({}, database);
});
afterAll(async () => {
	await at.end();
	await database.close();
	rmSync(folder, { recursive: true });
});

const bytes = new Uint8Array([1, 2, 3]);
const queue = (names: string[]) =>
	database.admin`
		insert into app.file_deletions ${database.admin(names.map((name) => ({ name })))}`;
const left = async () => {
	const rows = await database.admin<{ name: string; attempts: number }[]>`
		select name, attempts from app.file_deletions order by name`;
	return rows.map(({ name, attempts }) => [name, attempts]);
};

it('files in the queue are deleted; those that cannot be are tried again later', async () => {
	const files = createMemoryFiles();
	for (const name of ['a', 'b']) await files.put(name, bytes, '');
	await queue(['a', 'b', 'gone']);
	const { delete: remove } = files;
	const service = { ...at.service, files };
	files.delete = (name) =>
		name === 'b' ? Promise.reject(new Error('The store is down.')) : remove(name);
	await deleteFiles(service);
	expect([[...files.stored.keys()], await left()]).toEqual([['b'], [['b', 1]]]);
	// It is not due yet.
	files.delete = remove;
	await deleteFiles(service);
	expect(await left()).toEqual([['b', 1]]);
	await database.admin`update app.file_deletions set due_at = now()`;
	await deleteFiles(service);
	expect([files.stored.size, await left()]).toEqual([0, []]);
});

it('files that a restore brought back without their rows are deleted, and no others', async () => {
	const site = await createSite(database.admin);
	const files = openFolderStore(folder);
	const [kept] = await database.admin<{ id: string }[]>`
		insert into app.screenshots (site_id, display_id, question_id, type, bytes, width, height, sha256, stored_at)
		values (${site.id}, gen_random_uuid(), 'page', 'image/png', 3, 1, 1, sha256('a'), now()) returning id`;
	for (const id of [kept!.id, crypto.randomUUID()]) {
		await files.put(screenshotFile(id), bytes, 'image/png');
	}
	await files.put('notes/by-hand', bytes, 'text/plain');
	const service = { ...at.service, files };
	await createOrphanSearch(service)();
	await deleteFiles(service);
	expect(readdirSync(join(folder, 'screenshots'))).toEqual([kept!.id]);
	expect(await files.get('notes/by-hand')).toEqual(bytes);
	expect(await files.get('screenshots/none')).toBeUndefined();
});
