import { addCell } from '../production/add-cell.ts';
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
