import { limits } from '@feedback/contract';

import { openConnection } from '../../../database/connection.ts';
import { ConnectionPool, type CallScope } from '../../../database/connection-pool.ts';
import { parseDatabaseAddress } from '../../../database/database-address.ts';
import { overPool, type Database } from '../../../database/database.ts';
import type { SessionOptions } from '../../../database/session.ts';
import { readCount, readSetting } from './environment.ts';
import { count, watchPool } from './metrics.ts';
import { inSpan } from './tracing.ts';

export type PoolOptions = {
	/** Number of connections. */
	size?: number;
	/** Milliseconds after which a call is abandoned and its connection closed. */
	deadlineMs?: number;
	/** Settings of its connections, for tests. */
	session?: Partial<SessionOptions>;
	/** Milliseconds after which an unused connection is closed. */
	idleMs?: number;
	/** Milliseconds after which a connection is closed once it is free. */
	lifetimeMs?: number;
};

/** Calls that may wait for each connection of a pool. At 2 ms a call, they take a tenth of the time they may wait. */
const waitingForEach = 32;

/**
 * Connections as one login role, without session state, so that a transaction pooler can be used: no settings,
 * no type look-ups, and no prepared statements. `FEEDBACK_PREPARED_STATEMENTS=1` states that the connection is
 * direct and allows prepared statements, which save parsing and planning for each call.
 */
export function createPool(url: string, name: string, options: PoolOptions = {}): Database {
	const { size = readPoolSize(), deadlineMs = limits.request.deadline } = options;
	const { idleMs = 60_000, lifetimeMs = 30 * 60_000 } = options;
	const session: SessionOptions = {
		prepare: readCount('FEEDBACK_PREPARED_STATEMENTS', 0, 1) === 1,
		// Shorter than the deadline, so that a lost packet costs one attempt, but not also the call after it.
		connectTimeoutMs: Math.max(100, deadlineMs / 2),
		applicationName: `feedback-${name}`,
		...options.session,
	};
	const address = parseDatabaseAddress(url, readDatabaseAuthority());
	const pool = new ConnectionPool(() => openConnection(address, session), {
		size,
		queue: size * waitingForEach,
		reserveMs: deadlineMs / 2,
		idleMs,
		lifetimeMs,
		trace: (run) => inSpan('database call', run),
		onRefused: (code) => count('refusedCalls', code),
	});
	const unwatch = watchPool(name, () => pool.usage());
	const database = overPool(pool, () => ({ until: performance.now() + deadlineMs }));
	return Object.assign(database, {
		end() {
			unwatch();
			return pool.end();
		},
	});
}

/** PEM certificates that verify the database server's certificate; `undefined` for the public authorities. */
function readDatabaseAuthority(): string | undefined {
	// Where a variable cannot contain line breaks, each is written as \\n.
	return readSetting('FEEDBACK_DATABASE_CA')?.replaceAll('\\n', '\n');
}

/** The deadline of a request that starts now, and its client. */
export function scopeOf(request: Request): CallScope {
	return { until: performance.now() + limits.request.deadline, client: request };
}

/** Maximum number of database connections of an instance. */
export function readPoolSize(): number {
	return readCount('FEEDBACK_POOL_SIZE', 8, 100) || 1;
}
