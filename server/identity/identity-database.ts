import pg from 'pg';

import { parseDatabaseAddress } from '../../database/database-address.ts';

/** Connections as the role `feedback_identity`, for better-auth. No session state, for poolers. */
export function openIdentityDatabase(databaseUrl: string, ca?: string): pg.Pool {
	const { tls, ...server } = parseDatabaseAddress(databaseUrl, ca);
	const pool = new pg.Pool({
		...server,
		ssl: tls,
		max: 4,
		connectionTimeoutMillis: 2_000,
		idleTimeoutMillis: 60_000,
		query_timeout: 6_000,
		application_name: 'feedback-identity',
	});
	// Otherwise a lost connection, idle or in use, would end the process. The next query opens another.
	pool.on('error', () => undefined);
	pool.on('connect', (client) => client.on('error', () => undefined));
	return pool;
}
