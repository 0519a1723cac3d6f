import postgres, { type Sql } from 'postgres';

import { readDatabaseTls } from './database-tls.ts';
import { readCount } from './environment.ts';

/**
 * Connections as one login role. Nothing is kept in a session, so that a transaction pooler may stand
 * between: no settings, no type look-ups, and no prepared statements, unless
 * `FEEDBACK_PREPARED_STATEMENTS=1` says that the connection is direct. They save a round trip for each call.
 */
export function createPool(url: string, name: string, size = readPoolSize()): Sql {
	return postgres(url, {
		max: size,
		ssl: readDatabaseTls(url),
		prepare: readCount('FEEDBACK_PREPARED_STATEMENTS', 0, 1) === 1,
		fetch_types: false,
		connect_timeout: 4,
		idle_timeout: 60,
		max_lifetime: 30 * 60,
		backoff: (attempts) => Math.min(0.05 * 2 ** attempts, 1),
		connection: { application_name: `feedback-${name}` },
		onnotice: () => undefined,
	});
}

/** Connections that an instance may have to the database. */
export function readPoolSize(): number {
	return readCount('FEEDBACK_POOL_SIZE', 8, 100) || 1;
}
