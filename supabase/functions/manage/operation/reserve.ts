// What a cell creates is found by the directory at home, which has it before the transaction in the cell commits. Every
// check has passed by then, so nobody reserves what they may not create.
import type { Database } from '../../../../database/database.ts';
import type { Tx } from '../../../../database/statement.ts';
import type { Context } from './operation.ts';

type Reserving = Pick<Context, 'tx' | 'service'>;

/** Reserves a site that this transaction has created. */
export async function reserveSite(
	{ tx, service }: Reserving,
	{ id, workspace, site_id }: { id: string; workspace: string; site_id: string },
): Promise<void> {
	const cell = service.hasCells ? await findCell(tx) : 0;
	if (cell === 0) return;
	await atHome(service)`select app.reserve_site(${cell}, ${workspace}, ${id}, ${site_id})`;
}

/** Reserves a secret that this transaction has created, by the hash with which it is looked up. */
export async function reserveSecret(
	{ tx, service }: Reserving,
	{ hash, ...of }: { hash: Uint8Array } & ({ workspace: string } | { site: string }),
): Promise<void> {
	const cell = service.hasCells ? await findCell(tx) : 0;
	if (cell === 0) return;
	const workspace = 'workspace' in of ? of.workspace : await findWorkspace(tx, of.site);
	await atHome(service)`select app.reserve_secret(${cell}, ${workspace}, ${hash})`;
}

/** The number of the cell in which a transaction runs; 0 is home. */
export async function findCell(tx: Tx): Promise<number> {
	const [row] = await tx<{ cell: number }[]>`select app.own_cell() as cell`;
	return row!.cell;
}

async function findWorkspace(tx: Tx, site: string): Promise<string> {
	const [row] = await tx<{ workspace: string }[]>`
		select workspace_id as workspace from app.sites where id = ${site}`;
	return row!.workspace;
}

function atHome({ databaseOf }: Reserving['service']): Database {
	return databaseOf('home');
}
