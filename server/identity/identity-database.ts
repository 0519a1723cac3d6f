import pg from 'pg';

import { readDatabaseTls } from '../../supabase/functions/_shared/database-tls.ts';

/** Connections as the role `feedback_identity`. TLS as for the functions; no session state, for poolers. */
export function openIdentityDatabase(databaseUrl: string, ca?: string): pg.Pool {
	const address = new URL(databaseUrl);
	const tls = readDatabaseTls(databaseUrl);
	const ssl = tls && ca !== undefined ? { ...tls, ca } : tls;
	// The driver would read sslmode from here, and some of its modes verify nothing.
	address.search = '';
	const pool = new pg.Pool({
		connectionString: address.href,
		ssl,
		max: 4,
		connectionTimeoutMillis: 2_000,
		idleTimeoutMillis: 60_000,
		query_timeout: 6_000,
		application_name: 'feedback-identity',
	});
	// A connection that is lost would end the process otherwise, idle or in use; the next query opens another.
	pool.on('error', () => undefined);
	pool.on('connect', (client) => client.on('error', () => undefined));
	return pool;
}
