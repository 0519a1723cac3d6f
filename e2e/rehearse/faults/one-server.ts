import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { superuser } from '../../../server/postgres/superuser.ts';
import { findFreePort } from '../../../server/ports/ports.ts';
import {
	type ServerProcess,
	type ServerProcessOptions,
	startServerProcess,
} from '../cluster/server-process.ts';

/** One server with its own Postgres. */
export type OneServer = {
	url: string;
	data: string;
	/** The current process. */
	process(): ServerProcess;
	/** Returns the superuser's connection to its Postgres, which changes when the server restarts. */
	admin(): { host: string; port: number; user: string; database: string };
	/** Restarts the server after it has ended. Resolves when it is ready. */
	restart(): Promise<void>;
	stop(): Promise<void>;
};

/** Starts a server over a folder. Resolves when it is ready. */
export async function startOneServer(
	folder: string,
	options: Pick<ServerProcessOptions, 'program' | 'settings' | 'environment'>,
): Promise<OneServer> {
	const port = await findFreePort();
	const url = `http://127.0.0.1:${port}`;
	const start = async () => {
		const server = await startServerProcess({ folder, publicUrl: url, port, ...options });
		try {
			await server.ready();
		} catch (error) {
			await server.stop();
			throw error;
		}
		return server;
	};
	let running = await start();
	const data = join(folder, 'data');
	return {
		url,
		data,
		process: () => running,
		admin() {
			const lines = readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n');
			return { host: lines[4]!, port: Number(lines[3]), user: superuser, database: 'postgres' };
		},
		async restart() {
			running = await start();
		},
		stop: async () => void (await running.stop()),
	};
}
