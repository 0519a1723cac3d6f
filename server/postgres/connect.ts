import postgres, { type Sql } from 'postgres';

import { type DatabaseAddress, readDatabaseAddress } from './database-address.ts';

export type ConnectOptions = {
	/** Connections at most; 1 by default. */
	max?: number;
	/** Seconds after which an unused connection is closed; it stays open by default. */
	idleSeconds?: number;
	/** Seconds that opening a connection may take; 10 by default. */
	connectSeconds?: number;
	/** Never replaces a connection by a newer one, as is done after at least half an hour otherwise. */
	oneSession?: boolean;
	/** Takes what the server says beside its answers. */
	onNotice?: (message: string) => void;
};

/**
 * Opens connections for the server's own work. They keep no state of a session, so the address may be that of a
 * pooler in transaction mode: no prepared statements, no settings at the start.
 *
 * @example
 * const sql = connectDatabase('postgres://owner:secret@db.example/feedback');
 */
export function connectDatabase(
	address: string | DatabaseAddress,
	{ max = 1, idleSeconds, connectSeconds = 10, oneSession = false, onNotice }: ConnectOptions = {},
): Sql {
	const { tls, ...server } = typeof address === 'string' ? readDatabaseAddress(address) : address;
	return postgres({
		...server,
		ssl: tls,
		max,
		prepare: false,
		fetch_types: false,
		connect_timeout: connectSeconds,
		...(idleSeconds !== undefined && { idle_timeout: idleSeconds }),
		...(oneSession && { max_lifetime: null }),
		connection: { application_name: 'feedback-server' },
		onnotice: ({ message }) => onNotice?.(message ?? ''),
	});
}
