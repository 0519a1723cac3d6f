import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { findFreePort } from '../../../server/ports/ports.ts';
import type { Debian } from '../fresh-debian.ts';
import { startHaproxy } from './haproxy.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export type TwoServers = {
	/** Where the proxy answers. */
	url: string;
	databaseUrl: string;
	first: ServerProcess;
	second: ServerProcess;
	stop(): Promise<void>;
};

/** Starts two servers with the same secrets, and HAProxy before them. */
export async function startTwoServers(
	debian: Debian,
	{ folder, databaseUrl }: { folder: string; databaseUrl: string },
): Promise<TwoServers> {
	const port = await findFreePort();
	const url = `http://127.0.0.1:${port}`;
	const start = async (name: string, secretsFile?: string) => {
		const own = join(folder, name);
		mkdirSync(own);
		const server = await startServerProcess({
			...{ folder: own, publicUrl: url, databaseUrl },
			...(secretsFile !== undefined && { secretsFile }),
		});
		started.push(server);
		await server.ready();
		return server;
	};
	const started: ServerProcess[] = [];
	const stop = async () => {
		await Promise.all(started.map((server) => server.stop()));
	};
	try {
		const first = await start('first');
		const second = await start('second', first.secretsFile);
		const addressOf = (server: ServerProcess) => new URL(server.url).host;
		await startHaproxy(debian, { port, servers: [addressOf(first), addressOf(second)] });
		return { url, databaseUrl, first, second, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
