import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { findFreePort } from '../../../server/ports/ports.ts';
import { type ServerProcess, startServerProcess } from '../cluster/server-process.ts';

export type Servers = {
	/** In the same order all the time. */
	urls: readonly string[];
	first(): ServerProcess;
	/** Restarts one after another with these cells. */
	configure(cells: Record<string, string>): Promise<void>;
	stop(): Promise<void>;
};

/** Starts servers with the same secrets, one after another: the first one applies the migrations. */
export async function startServers(
	folder: string,
	{
		count,
		databaseUrl,
		cells,
	}: { count: number; databaseUrl: string; cells: Record<string, string> },
): Promise<Servers> {
	const ports: number[] = [];
	for (let index = 0; index < count; index++) ports.push(await findFreePort());
	const urls = ports.map((port) => `http://127.0.0.1:${port}`);
	const running: ServerProcess[] = [];
	const start = async (index: number, with_: Record<string, string>) => {
		const own = join(folder, `server-${index}`);
		mkdirSync(own, { recursive: true });
		const first = running[0];
		const server = await startServerProcess({
			folder: own,
			publicUrl: urls[0]!,
			port: ports[index]!,
			settings: { database: { url: databaseUrl, cells: with_ } },
			...(first && index > 0 && { secretsFile: first.secretsFile }),
		});
		running[index] = server;
		await server.ready();
	};
	for (let index = 0; index < count; index++) await start(index, cells);
	return {
		urls,
		first: () => running[0]!,
		async configure(changed) {
			for (let index = 0; index < count; index++) {
				await running[index]!.stop();
				await start(index, changed);
			}
		},
		async stop() {
			await Promise.all(running.map((server) => server.stop()));
		},
	};
}
