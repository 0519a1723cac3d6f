import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import postgres from 'postgres';

import { readPassword } from './superuser-password.ts';

const longestMs = 15_000;

/**
 * Ends the Postgres that an earlier stack left on the data folder: where `setpriv` is missing, nothing tells
 * Postgres that its stack was killed. Call it only while holding the folder's lock. True when there was one.
 */
export async function endStaleProcess(data: string): Promise<boolean> {
	const path = join(data, 'postmaster.pid');
	if (!existsSync(path)) return false;
	const [pid, , , port] = readFileSync(path, 'utf8').split('\n').map(Number);
	// The number alone may mean another process by now: the one at the port must name our folder.
	if (!pid || !port || (await readDataFolder(port, readPassword(data))) !== realpathSync(data))
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

async function readDataFolder(
	port: number,
	password: string | undefined,
): Promise<string | undefined> {
	const url = `postgres://supabase_admin@127.0.0.1:${port}/postgres?sslmode=disable`;
	const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice() {}, password });
	try {
		const [row] = await sql`show data_directory`;
		return typeof row?.['data_directory'] === 'string'
			? realpathSync(row['data_directory'])
			: undefined;
	} catch {
		return undefined;
	} finally {
		await sql.end({ timeout: 1 });
	}
}
