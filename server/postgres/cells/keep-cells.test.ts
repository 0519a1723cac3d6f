import { afterAll, beforeAll, expect, it } from 'vitest';

import { startCells, type TestCells } from '../../../testing/start-cells.ts';
import { readDatabaseAddress } from '../database-address.ts';
import { cellSettings } from './cell.ts';
import { keepCells } from './keep-cells.ts';

let databases: TestCells;
beforeAll(async () => {
	databases = await startCells();
}, 240_000);
afterAll(() => databases.close());

function describeCell(name: 'one' | 'two') {
	const ownerUrl = databases.cells[name].url('postgres');
	return { name, ownerUrl, address: readDatabaseAddress(ownerUrl) };
}

it('cells are maintained and hear from home, also while another one is down', async () => {
	const { home, cells } = databases;
	const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
	const hasToday = async () => {
		const [row] = await cells.one.admin<{ found: boolean }[]>`
			select to_regclass(${`app_days.events_${today}`}) is not null as found`;
		return row!.found;
	};
	await cells.one.admin.unsafe(`drop table app_days.events_${today}`);
	const down = new URL(cells.two.url('postgres'));
	down.port = '1';
	const [site] = await cells.one.admin<{ id: string }[]>`
		with w as (insert into app.workspaces (name) values ('Team') returning id)
		insert into app.sites (workspace_id, name) select id, 'App' from w returning id`;
	await home.admin`update app.instance_settings set site_per_second = 7`;
	const hasNewMaximum = async () => {
		const [row] = await cells.one.admin<{ rate: number }[]>`
			select site_rate as rate from app.sites where id = ${site!.id}`;
		return row!.rate === 7;
	};
	const lines: string[] = [];
	const kept = keepCells(
		readDatabaseAddress(home.url('postgres')),
		[
			{ name: 'two', ownerUrl: down.href, address: readDatabaseAddress(down.href) },
			describeCell('one'),
		],
		(line) => void lines.push(line),
	);
	try {
		while (!(await hasToday()));
		while (!(await hasNewMaximum()));
		const isCurrent = () =>
			cells.one.admin`select where app.copies_lag() <= interval '1 second'`.then(
				(rows) => rows.length > 0,
			);
		while (!(await isCurrent()));
		while (!lines.some((line) => line.startsWith('Maintenance of the cell two is tried again')));
	} finally {
		await kept.stop();
	}
});

it('without cells there is nothing to do, and functions get no setting', async () => {
	const nowhere = readDatabaseAddress('postgres://nobody@127.0.0.1:1/nowhere');
	const lines: string[] = [];
	await keepCells(nowhere, [], (line) => void lines.push(line)).stop();
	expect(lines).toEqual([]);
	expect(cellSettings([], { ingest: 'one', manage: 'two' })).toEqual({});
});

it('functions get the URL of each cell with their own role', () => {
	const url = 'postgres://owner:secret@cell.example/feedback';
	const cell = { name: 'eu-2', ownerUrl: url, address: readDatabaseAddress(url) };
	expect(cellSettings([cell], { ingest: 'one', manage: 'two' })).toEqual({
		FEEDBACK_INGEST_CELLS:
			'eu-2=postgres://feedback_ingest:one@cell.example/feedback?sslmode=verify-full',
		FEEDBACK_MANAGE_CELLS:
			'eu-2=postgres://feedback_manage:two@cell.example/feedback?sslmode=verify-full',
	});
});
