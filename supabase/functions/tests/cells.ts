import { startCells, type TestCell, type TestCells } from '../../../testing/start-cells.ts';
import type { TestSql } from '../../tests/harness.ts';
import { openSites, type TestSite, type TestSites } from './sites.ts';

export type CellName = 'home' | 'one' | 'two';

export type SitesInCells = {
	databases: TestCells;
	/** The sites of each database. */
	sites: Record<CellName, TestSites>;
	/** Makes a site in a database. It is in the directory, and in each copy of it. */
	makeSite(cell: CellName, settings?: Record<string, unknown>): Promise<TestSite>;
	/** Adds a secret of a site in a cell to the directory, as its creation does. */
	placeSecret(site: TestSite, hash: Uint8Array): Promise<void>;
	end(): Promise<void>;
};

/** Sites in three databases: home and two cells. */
export async function openSitesInCells(): Promise<SitesInCells> {
	const databases = await startCells();
	const { home, cells } = databases;
	const openIn = ({ admin, url }: Pick<TestCell, 'admin' | 'url'>) =>
		openSites({ admin, url, close: async () => undefined });
	const sites = {
		home: await openIn(home),
		one: await openIn(cells.one),
		two: await openIn(cells.two),
	};
	const numbers = { home: 0, one: 1, two: 2 };
	return {
		databases,
		sites,
		async makeSite(cell, settings) {
			const site = await sites[cell].makeSite(settings);
			if (cell !== 'home') {
				await home.admin`
					insert into app.placed_workspaces (id, cell) values (${site.workspace}, ${numbers[cell]})`;
				await home.admin`
					insert into app.placed_sites (id, public_id, workspace)
					values (${site.id}, ${site.siteId}, ${site.workspace})`;
			}
			for (const { admin } of Object.values(cells)) {
				await waitFor(admin, (sql) => sql`select from app.placed_sites where id = ${site.id}`);
			}
			return site;
		},
		async placeSecret({ workspace }, hash) {
			await home.admin`select app.place_secret(${hash}, ${workspace})`;
		},
		end: () => databases.close(),
	};
}

/** Waits until a statement returns rows. */
export async function waitFor(
	sql: TestSql,
	find: (sql: TestSql) => PromiseLike<readonly unknown[]>,
): Promise<void> {
	while ((await find(sql)).length === 0);
}
