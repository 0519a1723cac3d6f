import { afterAll, beforeAll, expect, it } from 'vitest';

import { startCells, type TestCells } from '../../../testing/start-cells.ts';
import { connectDatabase } from '../connect.ts';
import { beatHome } from './beat-home.ts';
import { createDirectorySweep } from './sweep-directory.ts';

let databases: TestCells;
const cleanup = new AsyncDisposableStack();
beforeAll(async () => {
	databases = await startCells();
	cleanup.defer(() => databases.close());
	const beating = beatHome(databases.home.url('postgres'), () => undefined);
	cleanup.defer(() => beating.stop());
}, 240_000);
afterAll(() => cleanup.disposeAsync());

const minuteMs = 60_000;
const longAgo = '0190a000-0000-7000-8000-0000000000';

function openSweep() {
	const open = (url: string) => {
		const sql = connectDatabase(url);
		cleanup.defer(() => sql.end());
		return sql;
	};
	const [cell, home] = [
		open(databases.cells.one.url('postgres')),
		open(databases.home.url('postgres')),
	];
	return createDirectorySweep(cell, home, 'one');
}

it('what a cell deleted leaves the directory, and what it has stays', async () => {
	const { home, cells } = databases;
	const workspace = `${longAgo}01`;
	const [kept] = await cells.one.admin<{ id: string }[]>`
		with w as (insert into app.workspaces (id, name) values (${workspace}, 'Team') returning id)
		insert into app.sites (workspace_id, name) select id, 'App' from w returning id`;
	const gone = crypto.randomUUID();
	const created = crypto.randomUUID();
	const empty = `${longAgo}02`;
	const reserved = crypto.randomUUID().replace(/^.{8}-.{4}-4/, 'ffffffff-ffff-7');
	await home.admin`
		insert into app.placed_workspaces (id, cell) values (${workspace}, 1), (${empty}, 1), (${reserved}, 1)`;
	await home.admin`
		insert into app.placed_sites (id, public_id, workspace)
		values (${kept!.id}, 'site_kept', ${workspace}), (${gone}, 'site_gone', ${workspace}), (${created}, 'site_late', ${workspace})`;
	await home.admin`select app.place_secret(sha256('gone'), ${workspace})`;
	while (
		(await cells.one.admin`select from app.placed_secrets where hash = sha256('gone')`).length === 0
	);
	while ((await cells.one.admin`select where app.copies_lag() < interval '1 second'`).length === 0);
	const sweep = openSweep();
	const now = Date.now();
	await sweep(now);
	await cells.one.admin`
		insert into app.sites (id, workspace_id, name) values (${created}, ${workspace}, 'Late')`;
	await sweep(now + 9 * minuteMs);
	const sites = () => home.admin`select public_id from app.placed_sites order by public_id`;
	expect(await sites()).toHaveLength(3);
	await sweep(now + 11 * minuteMs);
	expect(await sites()).toEqual([{ public_id: 'site_kept' }, { public_id: 'site_late' }]);
	const workspaces = await home.admin<{ id: string }[]>`
		select id from app.placed_workspaces where cell = 1 order by id`;
	expect(workspaces.map(({ id }) => id)).toEqual([workspace, reserved]);
	expect(await home.admin`select from app.placed_secrets`).toHaveLength(0);
});

it('what has moved meanwhile stays', async () => {
	const { home, cells } = databases;
	const site = crypto.randomUUID();
	const workspace = `${longAgo}03`;
	await home.admin`insert into app.placed_workspaces (id, cell) values (${workspace}, 1)`;
	await home.admin`
		insert into app.placed_sites (id, public_id, workspace) values (${site}, 'site_moved', ${workspace})`;
	while ((await cells.one.admin`select from app.placed_sites where id = ${site}`).length === 0);
	await home.admin`select app.remove_places('two', array[${workspace}::uuid], array[${site}::uuid], '{}')`;
	expect(await home.admin`select from app.placed_sites where id = ${site}`).toHaveLength(1);
});
