import { openConnection } from '../../database/connection.ts';
import { ConnectionPool } from '../../database/connection-pool.ts';
import { type Database, overPool } from '../../database/database.ts';
import { Script } from '../../database/statement.ts';
import { type DatabaseAddress, readDatabaseAddress } from './database-address.ts';

export type ConnectOptions = {
	/** Maximum number of connections; 1 by default. */
	max?: number;
	/** Seconds after which an unused connection is closed; it stays open by default. */
	idleSeconds?: number;
	/** Seconds that opening a connection may take; 10 by default. */
	connectSeconds?: number;
	/** File of PEM certificates that verify the server's certificate, for an address that is a URL. */
	caFile?: string | undefined;
	/** Never replaces a connection with a newer one. By default, this happens after half an hour. */
	oneSession?: boolean;
	/** Receives the server's notices. */
	onNotice?: (message: string) => void;
};

/** Statements, transactions and scripts. All of them reject when the connection is lost; the next call reconnects. */
export type DatabaseClient = Database & {
	/** Sends any number of statements without parameters, in one transaction unless they control transactions. */
	script(text: string): Promise<void>;
};

/** A timer cannot wait for longer. */
const longestMs = 2 ** 31 - 1;

/**
 * Opens connections for the server's own work, with the driver of the functions. Calls have no deadline, and
 * queue when there are fewer connections. There is no session state (no prepared statements, no settings at
 * the start), so the address may be that of a pooler in transaction mode.
 *
 * @example
 * const sql = connectDatabase('postgres://owner:secret@db.example/feedback');
 */
export function connectDatabase(
	address: string | DatabaseAddress,
	options: ConnectOptions = {},
): DatabaseClient {
	const { max = 1, idleSeconds, connectSeconds = 10, oneSession = false, caFile } = options;
	const server = typeof address === 'string' ? readDatabaseAddress(address, caFile) : address;
	const session = {
		prepare: false,
		connectTimeoutMs: connectSeconds * 1_000,
		applicationName: 'feedback-server',
		onNotice: options.onNotice,
	};
	const pool = new ConnectionPool(() => openConnection(server, session), {
		size: max,
		queue: Infinity,
		reserveMs: 0,
		idleMs: idleSeconds === undefined ? longestMs : idleSeconds * 1_000,
		lifetimeMs: oneSession ? Infinity : 30 * 60_000,
	});
	const scope = { until: Infinity };
	return Object.assign(
		overPool(pool, () => scope),
		{
			async script(text: string): Promise<void> {
				await pool.run((connection) => connection.send(new Script(text)), scope);
			},
		},
	);
}
