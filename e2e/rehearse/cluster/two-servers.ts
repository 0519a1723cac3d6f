import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { findFreePort } from '../../../server/ports/ports.ts';
import type { Debian } from '../fresh-debian.ts';
import { startHaproxy } from './haproxy.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export type ServerName = 'first' | 'second';

export type TwoServers = {
	/** URL of the proxy. */
	url: string;
	databaseUrl: string;
	first: ServerProcess;
	second: ServerProcess;
	/** Restarts a server that has ended, in the same place. Resolves when it is ready. */
	restart(name: ServerName): Promise<void>;
	stop(): Promise<void>;
};

/** Starts two servers with the same secrets, behind HAProxy. */
export async function startTwoServers(
	debian: Debian,
	{ folder, databaseUrl }: { folder: string; databaseUrl: string },
): Promise<TwoServers> {
	const port = await findFreePort();
	const url = `http://127.0.0.1:${port}`;
	const running = new Map<ServerName, ServerProcess>();
	const start = async (name: ServerName, again: { secretsFile?: string; port?: number } = {}) => {
		const own = join(folder, name);
		mkdirSync(own, { recursive: true });
		const server = await startServerProcess({ folder: own, publicUrl: url, databaseUrl, ...again });
		running.set(name, server);
		await server.ready();
		return server;
	};
	const stop = async () => {
		await Promise.all(Array.from(running.values(), (server) => server.stop()));
	};
	try {
		const first = await start('first');
		const { secretsFile } = first;
		const second = await start('second', { secretsFile });
		const addressOf = (server: ServerProcess) => new URL(server.url).host;
		await startHaproxy(debian, {
			file: 'haproxy.cfg',
			port,
			replace: {
				':443 ssl crt /etc/haproxy/feedback.pem': `127.0.0.1:${port}`,
				'10.0.0.11:8080': addressOf(first),
				'10.0.0.12:8080': addressOf(second),
			},
		});
		return {
			url,
			databaseUrl,
			stop,
			get first() {
				return running.get('first')!;
			},
			get second() {
				return running.get('second')!;
			},
			async restart(name) {
				await start(name, { port: Number(new URL(running.get(name)!.url).port) });
			},
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
