import { setTimeout } from 'node:timers/promises';

import type { Config } from '../config/config-schema.ts';
import type { Secrets } from '../data/secrets.ts';
import type { Log } from '../log/log.ts';
import { isCopied, joinCell } from '../postgres/cells/join-cell.ts';
import { publishHome } from '../postgres/cells/publish-home.ts';
import { connectDatabase, type DatabaseClient } from '../postgres/connect.ts';
import { applyMigrations } from '../postgres/migrate.ts';
import { ensureLogins } from './logins.ts';

export type AddCellOptions = {
	secrets: Secrets;
	log: Log;
	/** URL at which the server of the cell reaches home, by default `database.url`. */
	homeUrl?: string | undefined;
};

const pollMs = 200;

/**
 * Makes the database of `database.cells` with this name a cell: applies the migrations, subscribes it to home, and waits
 * until it has a copy of what home alone writes. Safe to repeat after a failure. Rejects with the problem.
 */
export async function addCell(
	{ database }: Pick<Config, 'database'>,
	name: string,
	{ secrets, log, homeUrl = database.url }: AddCellOptions,
): Promise<void> {
	const { url, ca_file: caFile } = database;
	const cellUrl = database.cells[name];
	if (url === undefined || homeUrl === undefined || cellUrl === undefined) {
		throw new Error(
			`Add the URL of the new database to the configuration first: database.cells.${name}.`,
		);
	}
	const home = connectDatabase(url, { caFile });
	const cell = connectDatabase(cellUrl, { caFile });
	try {
		await requireLogicalLog(home);
		const applied = await applyMigrations(cellUrl, { caFile });
		if (applied.length > 0) log(`Applied ${applied.length} migrations to the cell ${name}.`);
		await ensureLogins({ ownerUrl: cellUrl, caFile, secrets, replace: applied.length > 0 });
		await publishHome(home);
		const number = await numberOf(home, name);
		await joinCell({ home, cell, homeConnection: homeUrl }, { number, name });
		log(`The cell ${name} copies from home.`);
		while (!(await isCopied(cell))) await setTimeout(pollMs);
	} finally {
		await Promise.all([home.end(), cell.end()]);
	}
}

async function requireLogicalLog(home: DatabaseClient): Promise<void> {
	const [row] = await home<{ level: string }[]>`select current_setting('wal_level') as level`;
	if (row!.level === 'logical') return;
	throw new Error(
		`The Postgres of home has wal_level = ${row!.level}. Set it to logical and restart Postgres: cells copy from its log.`,
	);
}

/** The number of the cell, or the next one for a new name. */
async function numberOf(home: DatabaseClient, name: string): Promise<number> {
	const [row] = await home<{ number: number }[]>`
		select coalesce((select c.number from app.cells c where c.name = ${name}), max(n.number) + 1)::integer as number
		from app.cells n`;
	return row!.number;
}
