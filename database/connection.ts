import { ConnectionError } from './connection-error.ts';
import type { DatabaseAddress } from './database-address.ts';
import { Session, type SessionOptions } from './session.ts';
import { encodeStatement, type Fragment, type Tx } from './statement.ts';
import { runTransaction } from './transaction.ts';

/** One Postgres connection. It opens with the first statement and can be dropped at any time. */
export type Connection = {
	/** Runs a single statement. */
	send(statement: Fragment): Promise<unknown[]>;
	begin<Result>(
		access: 'read only' | 'read write',
		run: (tx: Tx) => PromiseLike<Result>,
	): Promise<Result>;
	/** Whether the server has responded to a statement since the socket was opened. */
	proven: boolean;
	/** When the connection was opened, by `performance.now()`; `undefined` while it is not open. */
	readonly openedAt: number | undefined;
	/** Closes the socket immediately and permanently. The server may not respond, and `close` would wait for it. */
	destroy(): void;
	/** Closes the connection in an orderly way. The next statement opens it again. */
	close(): Promise<void>;
};

export function openConnection(address: DatabaseAddress, options: SessionOptions): Connection {
	let current: Session | undefined;
	let destroyed = false;

	function open(): Session {
		if (destroyed) throw new ConnectionError('CONNECTION_DESTROYED');
		if (current && !current.hasEnded) return current;
		connection.proven = false;
		const session = new Session(address, options, () => {
			if (current === session) connection.proven = false;
		});
		return (current = session);
	}

	const connection: Connection = {
		proven: false,
		get openedAt() {
			return current?.hasEnded === false ? current.openedAt : undefined;
		},
		async send(statement) {
			const encoded = encodeStatement(statement);
			const session = open();
			try {
				return await session.send(encoded);
			} catch (error) {
				if (!session.canRetry(error)) throw error;
				return session.send(encoded);
			}
		},
		// A transaction's statements never reach another session, where they would be outside of the transaction.
		begin: async (access, run) => runTransaction(open(), access, run),
		destroy() {
			destroyed = true;
			current?.destroy();
		},
		async close() {
			await current?.end();
		},
	};
	return connection;
}
