import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

/** Writes to a database repeatedly, and records when a write succeeded. */
export type WriteProbe = {
	/** Times of the commits, in milliseconds of `performance.now()`. */
	readonly committedAt: readonly number[];
	stop(): Promise<void>;
};

const everyMs = 50;
const timeoutMs = 1_000;

/** Starts to insert a row into the table `probe` every 50 ms, and reconnects when that fails. */
export function startWriteProbe(url: string): WriteProbe {
	const committedAt: number[] = [];
	let stopped = false;
	const open = async () => {
		const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs });
		client.on('error', () => undefined);
		await client.connect();
		return client;
	};
	const probe = async () => {
		const client = await open().catch(() => undefined);
		if (!client) return;
		try {
			while (!stopped) {
				await client.query('insert into probe values (now())');
				committedAt.push(performance.now());
				await wait(everyMs);
			}
		} catch {
			// The server is a standby, or has ended. A primary that waits for its standby responds when the standby is
			// back.
		}
		// A graceful close would wait for a server that does not respond.
		client.connection.stream.destroy();
	};
	const running = (async () => {
		for (; !stopped; await wait(everyMs)) await probe();
	})();
	return {
		committedAt,
		async stop() {
			stopped = true;
			await running;
		},
	};
}
