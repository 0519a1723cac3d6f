// For tests: a parent that holds the listening socket of a server, as systemd does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { ActivatedServerOptions } from './activated-server.ts';

const script = join(import.meta.dirname, 'activated-server.ts');

// Restarts the server whenever it ends, and passes on descriptor 3. This script never closes and never reads it. As
// with systemd, LISTEN_PID is the server's own process ID.
const loop = `
	trap 'stop=1; kill -TERM $child' TERM
	while [ -z "$stop" ]; do
		sh -c 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"' sh "$@" & child=$!
		while kill -0 $child 2>/dev/null; do wait $child; done
	done`;

type Started = { pid: number; databaseUrl: string; siteId: string };

export type SocketParent = {
	port: number;
	/** Resolves when the next server has started. */
	next(): Promise<Started>;
	/** Ends the server and the parent. */
	stop(): Promise<void>;
};

/** Opens a socket on loopback and starts the server on it, again whenever it ends. */
export async function startSocketParent(options: ActivatedServerOptions): Promise<SocketParent> {
	const held: Server & { _handle?: { fd: number } } = createServer();
	held.listen(0, '127.0.0.1');
	await once(held, 'listening');
	const { port } = held.address() as AddressInfo;
	const parent = spawn(
		'sh',
		['-c', loop, 'sh', process.execPath, script, JSON.stringify(options)],
		{ stdio: ['ignore', 'pipe', 'inherit', held._handle!.fd] },
	);
	held.close();
	const lines = createInterface({ input: parent.stdout! })[Symbol.asyncIterator]();
	return {
		port,
		async next() {
			const { value } = (await lines.next()) as { value: string };
			return JSON.parse(value) as Started;
		},
		async stop() {
			if (parent.exitCode !== null) return;
			parent.kill('SIGTERM');
			await once(parent, 'exit');
		},
	};
}
