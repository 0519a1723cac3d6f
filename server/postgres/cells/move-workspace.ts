import { setTimeout as wait } from 'node:timers/promises';

import { Script } from '../../../database/statement.ts';
import type { DatabaseClient } from '../connect.ts';
import { copyReplies } from './copy-replies.ts';
import { copyTable, isEqual } from './copy-table.ts';
import { fence, findFenced, isFenced, removeFence } from './fence.ts';
import { movedTables, type Stage } from './moved-tables.ts';
import { asTheyAre, isOfWorkspace, type Place, readSites, run } from './moving-rows.ts';
import { countedUntil, createDaysOf, requireMovable } from './require-movable.ts';

export type Move = {
	/** Every database, by its name in the directory; home is `home`. As their owners. */
	databases: ReadonlyMap<string, DatabaseClient>;
	workspace: string;
	/** Where it is to be. */
	to: string;
	/** Milliseconds until every server knows the new place. */
	graceMs?: number;
};

/** Longer than servers remember where a site is. */
const graceMs = 90_000;
/** Rows that are deleted together. */
const piece = 5_000;

/**
 * Moves a workspace, and yields the name of each step that is done. It may be ended after any of them, or within one: the
 * next run continues, because what is true is in the databases. Home's directory says where the workspace is; what another
 * database has of it is a copy to complete, or a rest to delete. A workspace that is to be where it is already gets no
 * copy elsewhere, and takes writes again.
 */
export async function* moveSteps(move: Move): AsyncGenerator<string, void> {
	const home = databaseOf(move, 'home');
	const from = await findPlace(home, move.workspace);
	if (from !== move.to) yield* copyAndSwitch(move, from);
	yield* finish(move);
}

/** Lets a workspace be written where it is, after a copy has failed. */
export async function giveUp(move: Move): Promise<void> {
	const name = await findPlace(databaseOf(move, 'home'), move.workspace);
	await removeFence(placeIn(move, name));
}

async function* copyAndSwitch(move: Move, fromName: string): AsyncGenerator<string, void> {
	const from = placeIn(move, fromName);
	const to = placeIn(move, move.to);
	const target = await requireCell(databaseOf(move, 'home'), move.to);
	await requireMovable(from, to);
	await createDaysOf(from, to);
	yield 'checked';

	await deleteOutdated(from, to);
	await copySites(from, to);
	await fence(to);
	yield 'target closed';

	await copyAll(from, to, ['other']);
	yield 'copied once';

	const counted = await countedUntil(from, to);
	await fence(from);
	yield 'source closed';

	await copySites(from, to);
	await fence(to);
	const copied = await copyAll(from, to, ['entry', 'queue', 'other']);
	await copyReplies(from, to);
	await continueNumbers(to);
	yield 'copied';

	await requireEqual(from, to, copied);
	if (!(await isFenced(from)) || !(await isFenced(to))) {
		throw new Error('A release was installed meanwhile. Run the command again.');
	}
	if ((await countedUntil(from, to)) !== counted) {
		throw new Error('A new day began meanwhile. Run the command again.');
	}
	await switchDirectory(databaseOf(move, 'home'), from, { to, target });
	yield 'switched';
}

/** Opens the place where the workspace is, and deletes what other databases have of it. */
async function* finish(move: Move): AsyncGenerator<string, void> {
	await removeFence(placeIn(move, move.to));
	yield 'open';
	const others = [...move.databases.keys()].filter((name) => name !== move.to);
	for (const name of others) {
		const place = placeIn(move, name);
		if (!(await hasRest(place))) continue;
		await fence(place);
		await deleteAll(place, ['queue']);
		yield `queues of ${name} deleted`;
		await deleteAll(place, ['other']);
		yield `rows of ${name} deleted`;
		// A server that still looks for it here gets “unavailable”, and looks again.
		await wait(move.graceMs ?? graceMs);
		await deleteAll(place, ['entry']);
		yield `entries of ${name} deleted`;
		await removeFence(place);
		yield `${name} open`;
	}
}

async function findPlace(home: DatabaseClient, workspace: string): Promise<string> {
	const [row] = await home<{ name: string }[]>`
		select c.name from app.placed_workspaces w join app.cells c on c.number = w.cell where w.id = ${workspace}`;
	if (!row) throw new Error(`There is no workspace ${workspace}.`);
	return row.name;
}

async function requireCell(home: DatabaseClient, name: string): Promise<number> {
	const [row] = await home<{ number: number }[]>`select number from app.cells where name = ${name}`;
	if (!row) throw new Error(`${name} is no cell yet: run feedback-server cell add ${name}.`);
	return row.number;
}

function databaseOf({ databases }: Move, name: string): DatabaseClient {
	const sql = databases.get(name);
	if (!sql) throw new Error(`The configuration has no URL of ${name}: set database.cells.${name}.`);
	return sql;
}

function placeIn(move: Move, name: string): Place {
	return { sql: databaseOf(move, name), name, workspace: move.workspace };
}

/** A site that was deleted since an earlier try took its rows with it at the source only. */
async function deleteOutdated(from: Place, to: Place): Promise<void> {
	const there = new Set((await readSites(from)).map(({ id }) => id));
	const here = await readSites(to);
	if (here.every(({ id }) => there.has(id))) return;
	await fence(to);
	await deleteAll(to, ['queue', 'other', 'entry']);
}

/** First, because the target numbers the sites, and closes for exactly these. */
async function copySites(from: Place, to: Place): Promise<void> {
	for (const table of movedTables.filter(({ name }) => name === 'workspaces' || name === 'sites'))
		await copyTable(table, { ...from, sites: [] }, { ...to, sites: [] });
}

async function copyAll(from: Place, to: Place, stages: readonly Stage[]): Promise<string[]> {
	const [there, here] = [await readSites(from), await readSites(to)];
	const sides = [
		{ ...from, sites: there },
		{ ...to, sites: here.filter(({ id }) => there.some((site) => site.id === id)) },
	] as const;
	const copied: string[] = [];
	for (const table of movedTables.filter(({ stage }) => stages.includes(stage)))
		if (await copyTable(table, ...sides)) copied.push(table.name);
	return copied;
}

/** Tables in which nothing had to be copied were equal. */
async function requireEqual(from: Place, to: Place, copied: readonly string[]): Promise<void> {
	const sides = [
		{ ...from, sites: await readSites(from) },
		{ ...to, sites: await readSites(to) },
	] as const;
	for (const table of movedTables.filter(({ name }) => copied.includes(name))) {
		if (await isEqual(table, ...sides)) continue;
		throw new Error(`The rows of ${table.name} differ after they were copied.`);
	}
}

/** New prompts get numbers that those of the workspace do not have. */
async function continueNumbers(to: Place): Promise<void> {
	await to.sql`
		select setval('app.prompts_key_seq', m.most) from (
			select max(p.key) as most from app.prompts p join app.sites s on s.id = p.site_id where s.workspace_id = ${to.workspace}) m
		where m.most > (select last_value from app.prompts_key_seq)`;
}

async function switchDirectory(
	home: DatabaseClient,
	{ name, workspace }: Place,
	{ to, target }: { to: Place; target: number },
): Promise<void> {
	const members = await to.sql<{ person: string }[]>`
		select person_id as person from app.members where workspace_id = ${workspace}`;
	await home.begin('read write', async (tx) => {
		const moved = await tx`
			update app.placed_workspaces w set cell = ${target} from app.cells c
			where w.id = ${workspace} and c.number = w.cell and c.name = ${name} returning w.id`;
		if (moved.length === 0) throw new Error('Another move of this workspace has ended meanwhile.');
		if (target === 0) return;
		const people = members.map(({ person }) => person);
		await tx`
			select app.reserve_person(p, ${target}::smallint) from unnest(${people}::uuid[]) p`;
	});
}

async function hasRest(place: Place): Promise<boolean> {
	const [row] = await place.sql`select from app.workspaces where id = ${place.workspace}`;
	return row !== undefined || (await findFenced(place)).length > 0;
}

async function deleteAll(place: Place, stages: readonly Stage[]): Promise<void> {
	const sites = await readSites(place);
	const tables = movedTables.filter(({ stage }) => stages.includes(stage));
	// What says which rows there are goes last.
	const last = ['sites', 'workspaces'];
	const ordered = [...tables].sort((a, b) => last.indexOf(a.name) - last.indexOf(b.name));
	for (const table of ordered) {
		const where = isOfWorkspace(table, place.workspace, sites);
		if (where !== undefined) await deletePieces(place, table.name, where);
	}
}

/** As the owner, whom no policy keeps from a row: deletions have none for deleting them. */
async function deletePieces({ sql }: Place, name: string, where: string): Promise<void> {
	for (;;) {
		const isDone = await sql.begin('read write', async (tx) => {
			await tx.send(
				new Script(`${asTheyAre}; set local enable_seqscan = off; set local jit = off`),
			);
			// One partition at a time: rows of different partitions may have the same ctid.
			const [found] = await run<{ part: string }[]>(
				tx,
				`select t.tableoid::text as part from app.${name} t where ${where} limit 1`,
			);
			if (!found) return true;
			const part = `tableoid = ${found.part}`;
			await run(
				tx,
				`delete from app.${name} d where d.${part} and d.ctid = any(array(
					select t.ctid from app.${name} t where ${where} and t.${part} limit ${piece}))`,
			);
			return false;
		});
		if (isDone) return;
	}
}
