import { setTimeout as wait } from 'node:timers/promises';

import { Script } from '../../../database/statement.ts';
import { type MovedTable, movedTables } from './moved-tables.ts';
import { isOfWorkspace, type Place, readSites, type Sites } from './moving-rows.ts';

/** Milliseconds that a statement waits for a table while all writes of it queue behind the statement, and then lets them go first. */
const lockMs = 200;
const pauseMs = 100;

/**
 * Refuses every change to the rows of a workspace in a database, for other workspaces at no cost. When it resolves,
 * changes that were under way have ended. Safe to repeat, which covers sites that were added meanwhile.
 */
export async function fence(place: Place): Promise<void> {
	const { workspace } = place;
	// From here on there are no new sites.
	for (const table of ownTables) await fenceTable(place, table, []);
	const sites = await readSites(place);
	for (const table of siteTables) {
		if (isOfWorkspace(table, workspace, sites)) await fenceTable(place, table, sites);
	}
}

export async function removeFence(place: Place): Promise<void> {
	const fenced = await findFenced(place);
	for (const name of fenced) {
		const [first, second] = namesOf(place.workspace);
		await whenFree(
			place,
			`drop trigger if exists ${first} on app.${name};
			drop trigger if exists ${second} on app.${name}`,
		);
	}
}

/** Whether every table that can have rows of the workspace refuses to change them. */
export async function isFenced(place: Place): Promise<boolean> {
	const fenced = new Set(await findFenced(place));
	const sites = await readSites(place);
	return movedTables
		.filter((table) => isOfWorkspace(table, place.workspace, sites) !== undefined)
		.every(({ name }) => fenced.has(name));
}

/** The tables with a fence for the workspace. */
export async function findFenced({ sql, workspace }: Place): Promise<string[]> {
	const [first, second] = namesOf(workspace);
	const rows = await sql<{ name: string }[]>`
		select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
		where t.tgname in (${first}, ${second}) and c.relnamespace = 'app'::regnamespace
		group by c.relname order by c.relname`;
	return rows.map(({ name }) => name);
}

const ownTables = movedTables.filter(({ owner }) => owner === 'id' || owner === 'workspace_id');
const siteTables = movedTables.filter(({ owner }) => owner === 'site' || owner === 'site_id');

async function fenceTable(place: Place, table: MovedTable, sites: Sites): Promise<void> {
	const { workspace } = place;
	const [first, second] = namesOf(workspace);
	const is = (row: 'new' | 'old') => isOfWorkspace(table, workspace, sites, row);
	await whenFree(
		place,
		`create or replace trigger ${first} before insert or update on app.${table.name}
			for each row when (${is('new')}) execute function app.refuse_while_moving();
		create or replace trigger ${second} before delete on app.${table.name}
			for each row when (${is('old')}) execute function app.refuse_while_moving()`,
	);
}

function namesOf(workspace: string): [string, string] {
	const name = `moving_${workspace.replaceAll('-', '')}`;
	return [name, `${name}_away`];
}

const passing = new Set(['55P03', '40P01']);

/** Runs statements that lock a table, once it is free for a moment. */
async function whenFree({ sql }: Place, text: string): Promise<void> {
	for (;;) {
		try {
			await sql.begin('read write', async (tx) => {
				await tx.send(new Script(`set local lock_timeout = ${lockMs}`));
				await tx.send(new Script(text));
			});
			return;
		} catch (error) {
			if (!passing.has(String((error as { code?: unknown }).code))) throw error;
			await wait(pauseMs);
		}
	}
}
