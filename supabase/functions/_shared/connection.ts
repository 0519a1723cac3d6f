import { connect as openSocket, type Socket } from 'node:net';
import postgres, { type Sql } from 'postgres';

/** One connection to Postgres, opened by its first statement, which can be dropped at any moment. */
export type Connection = {
	sql: Sql;
	/** Whether the server has answered a statement since the socket was opened. */
	proven: boolean;
	/** Closes the socket immediately. The server may not respond, and an orderly shutdown would wait for it. */
	destroy(): void;
	end(): Promise<void>;
};

export type ConnectionOptions = Omit<NonNullable<Parameters<typeof postgres>[1]>, 'max'>;

/** @param options those of the driver; the connection's own ones win. */
export function openConnection(url: string, options: ConnectionOptions): Connection {
	let current: Socket | undefined;
	let destroyed = false;

	// The driver hands out no socket of its own that could be closed.
	function socket({ host, port }: { host: string[]; port: number[] }): Socket {
		if (destroyed) throw new Error('The connection was destroyed.');
		const opened = Object.assign(openSocket(port[0]!, host[0]!), { host: host[0]! });
		opened.once('close', () => (connection.proven = false));
		connection.proven = false;
		return (current = opened);
	}

	// The driver's types leave `socket` out.
	const sql = postgres(url, { ...options, max: 1, socket } as ConnectionOptions);
	const connection: Connection = {
		sql,
		proven: false,
		destroy() {
			destroyed = true;
			current?.destroy();
			void sql.end({ timeout: 0 });
		},
		end: () => sql.end({ timeout: 1 }),
	};
	return connection;
}
