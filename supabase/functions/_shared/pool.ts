import { limits } from '@feedback/contract';
import { Sql } from 'sql-template-tag';

import { openConnection } from './connection.ts';
import { ConnectionPool, type CallScope } from './connection-pool.ts';
import { parseDatabaseAddress } from './database-address.ts';
import { readDatabaseAuthority } from './database-tls.ts';
import { readCount } from './environment.ts';
import { watchPool } from './metrics.ts';
import type { SessionOptions } from './session.ts';
import { toJson, type Statements, type Tx } from './statement.ts';

/** Runs statements and transactions. Each has a deadline, after which it rejects with a `PoolError`. */
export type Database = Statements & {
	begin<Result>(
		access: 'read only' | 'read write',
		run: (tx: Tx) => PromiseLike<Result>,
	): Promise<Result>;
	/** The same for one request, whose calls share one deadline. */
	within(scope: CallScope): Database;
	end(): Promise<void>;
};

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

/** Statements and transactions on the connections of a pool, each within the scope that applies when it starts. */
export function overPool(pool: ConnectionPool, scopeNow: () => CallScope): Database {
	const tag = (template: TemplateStringsArray, ...values: unknown[]) =>
		pool.run((connection) => connection.send(new Sql(template, values)), scopeNow());
	return Object.assign(tag as Omit<Statements, 'json'> as Statements, {
		json: toJson,
		begin: <Result>(access: 'read only' | 'read write', run: (tx: Tx) => PromiseLike<Result>) =>
			pool.run((connection) => connection.begin(access, run), scopeNow()),
		within: (scope: CallScope) => overPool(pool, () => scope),
		end: () => pool.end(),
	});
}

/** The deadline of a request that starts now, and its client. */
export function scopeOf(request: Request): CallScope {
	return { until: performance.now() + limits.request.deadline, client: request };
}

/** Maximum number of database connections of an instance. */
export function readPoolSize(): number {
	return readCount('FEEDBACK_POOL_SIZE', 8, 100) || 1;
}
