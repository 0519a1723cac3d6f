import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { connectDatabase } from './connect.ts';
import { superuserUrl } from './superuser.ts';

const longestMs = 15_000;

/**
 * Ends the Postgres that an earlier stack left running on the data folder: without `setpriv`, Postgres does
 * not notice that its stack was killed. Call this only while holding the folder's lock. Returns true if such a
 * Postgres was running.
 */
export async function endStaleProcess(data: string): Promise<boolean> {
	const path = join(data, 'postmaster.pid');
	if (!existsSync(path)) return false;
	const [first, , , port, socketFolder] = readFileSync(path, 'utf8').split('\n');
	const pid = Number(first);
	// The process ID may belong to another process by now, so the Postgres at the socket must report our folder.
	if (!pid || !socketFolder) return false;
	if ((await readDataFolder(superuserUrl(socketFolder, Number(port)))) !== realpathSync(data))
		return false;
	process.kill(pid, 'SIGINT');
	const started = performance.now();
	while (existsSync(path)) {
		if (performance.now() - started > longestMs) {
			throw new Error(
				`Postgres, process ${pid}, still runs on ${data} and does not end. End it first.`,
			);
		}
		await pause(50);
	}
	return true;
}

async function readDataFolder(url: string): Promise<string | undefined> {
	const sql = connectDatabase(url, { connectSeconds: 2 });
	try {
		const [row] = await sql`show data_directory`;
		return typeof row?.['data_directory'] === 'string'
			? realpathSync(row['data_directory'])
			: undefined;
	} catch {
		return undefined;
	} finally {
		await sql.end();
	}
}
