import type { Config } from '../config/config-schema.ts';
import { connectDatabase, type DatabaseClient } from '../postgres/connect.ts';
import { type MoveOptions, moveWorkspace } from './move-workspace.ts';

export type DrainOptions = Pick<MoveOptions, 'log' | 'graceMs'>;

/** Workspaces that move at the same time: most of a move is waiting until every server knows the new place. */
const atOnce = 4;

/**
 * Gives a database no new workspaces, and moves those that it has to the open ones with the fewest. Safe to repeat after a
 * failure. Rejects with the problem.
 */
export async function drainCell(
	config: Pick<Config, 'database'>,
	name: string,
	options: DrainOptions,
): Promise<void> {
	await atHome(config, async (home) => {
		await setState(home, name, 'draining');
		const waiting = await listWorkspaces(home, name);
		options.log(`${name} has ${waiting.length} workspaces.`);
		const moveNext = async () => {
			for (let workspace = waiting.shift(); workspace; workspace = waiting.shift()) {
				const to = await chooseCell(home, name);
				await moveWorkspace(config, { ...options, workspace, to });
			}
		};
		// A move that has begun ends, also if another one fails: the workspace takes writes again.
		const ended = await Promise.allSettled(Array.from({ length: atOnce }, moveNext));
		const failed = ended.find((each) => each.status === 'rejected');
		if (failed) throw failed.reason;
	});
}

/** Lets a database get new workspaces again. */
export async function openCell(config: Pick<Config, 'database'>, name: string): Promise<void> {
	await atHome(config, (home) => setState(home, name, 'open'));
}

async function atHome(
	{ database }: Pick<Config, 'database'>,
	run: (home: DatabaseClient) => Promise<void>,
): Promise<void> {
	if (database.url === undefined) throw new Error('Only a server with database.url has cells.');
	const home = connectDatabase(database.url, { caFile: database.ca_file });
	try {
		await run(home);
	} finally {
		await home.end();
	}
}

async function setState(home: DatabaseClient, name: string, state: string): Promise<void> {
	const changed = await home`
		update app.cells set state = ${state} where name = ${name} returning number`;
	if (changed.length === 0) throw new Error(`There is no cell ${name}.`);
}

async function listWorkspaces(home: DatabaseClient, name: string): Promise<string[]> {
	const rows = await home<{ id: string }[]>`
		select w.id from app.placed_workspaces w join app.cells c on c.number = w.cell where c.name = ${name} order by w.id`;
	return rows.map(({ id }) => id);
}

async function chooseCell(home: DatabaseClient, from: string): Promise<string> {
	const [row] = await home<{ name: string }[]>`
		select c.name from app.cells c where c.number = app.choose_cell() and c.state = 'open' and c.name <> ${from}`;
	if (!row) throw new Error('No other database is open: add a cell, or open one.');
	return row.name;
}
