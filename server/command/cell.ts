import { addCell } from '../production/add-cell.ts';
import { drainCell, openCell } from '../production/drain-cell.ts';
import { openServer } from './open-server.ts';

/** Makes a new database a cell. Every server has its URL by then: one without it has no access to the workspaces there. */
export async function add(
	file: string | undefined,
	name: string,
	{ homeUrl }: { homeUrl?: string },
): Promise<void> {
	const { config, secrets, log } = openServer(file);
	await addCell(config, name, { secrets, log, homeUrl });
	console.log(`The cell ${name} gets new workspaces from now on.`);
}

/** Empties a database. */
export async function drain(file: string | undefined, name: string): Promise<void> {
	const { config, log } = openServer(file);
	await drainCell(config, name, { log });
	console.log(`${name} has no workspaces, and gets none.`);
}

/** Lets a database get new workspaces again. */
export async function open(file: string | undefined, name: string): Promise<void> {
	const { config } = openServer(file);
	await openCell(config, name);
	console.log(`${name} gets new workspaces from now on.`);
}
