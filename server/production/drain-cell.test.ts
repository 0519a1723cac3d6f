import { afterAll, beforeAll, expect, it } from 'vitest';

import { configureCells, startCells, type TestCells } from '../../testing/start-cells.ts';
import { drainCell, openCell } from './drain-cell.ts';

let databases: TestCells;
beforeAll(async () => {
	databases = await startCells();
}, 240_000);
afterAll(() => databases.close());

const options = { log: () => undefined, graceMs: 0 };

/** Workspaces of each database, by the directory. */
async function count(): Promise<Record<string, number>> {
	const rows = await databases.home.admin<{ name: string; workspaces: number }[]>`
		select c.name, count(w.id)::int as workspaces
		from app.cells c left join app.placed_workspaces w on w.cell = c.number group by 1 order by 1`;
	return Object.fromEntries(rows.map(({ name, workspaces }) => [name, workspaces]));
}

it('a database is emptied into the others, and gets no new workspaces until it is opened', async () => {
	const { home, cells } = databases;
	for (let made = 0; made < 5; made++) {
		await home.admin`
			with w as (insert into app.workspaces (name) values ('Team') returning id)
			insert into app.sites (workspace_id, name) select id, 'App' from w`;
	}
	await drainCell(configureCells(databases), 'home', options);
	expect(await count()).toEqual({ home: 0, one: expect.any(Number), two: expect.any(Number) });
	await drainCell(configureCells(databases), 'one', options);
	expect(await count()).toEqual({ home: 0, one: 0, two: 5 });
	expect(await cells.two.admin`select from app.sites`).toHaveLength(5);
	expect(await cells.one.admin`select from app.sites`).toHaveLength(0);
	const chosen = () => home.admin<{ cell: number }[]>`select app.choose_cell() as cell`;
	expect(await chosen()).toEqual([{ cell: 2 }]);
	await openCell(configureCells(databases), 'one');
	expect(await chosen()).toEqual([{ cell: 1 }]);
});

it('the last open database keeps its workspaces', async () => {
	await drainCell(configureCells(databases), 'one', options);
	await expect(drainCell(configureCells(databases), 'two', options)).rejects.toThrow(
		'No other database is open',
	);
	expect(await count()).toEqual({ home: 0, one: 0, two: 5 });
	await expect(openCell(configureCells(databases), 'nowhere')).rejects.toThrow(
		'There is no cell nowhere',
	);
});
