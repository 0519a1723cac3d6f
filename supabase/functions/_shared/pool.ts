import { limits } from '@feedback/contract';
import type { ParameterOrFragment, Row, RowList, Sql, TransactionSql } from 'postgres';

import { openConnection, type ConnectionOptions } from './connection.ts';
import { ConnectionPool, type CallScope } from './connection-pool.ts';
import { readDatabaseTls } from './database-tls.ts';
import { readCount } from './environment.ts';
import { watchPool } from './metrics.ts';

/** What sends single statements. */
export type Statements = {
	<Rows extends readonly (object | undefined)[] = Row[]>(
		template: TemplateStringsArray,
		...parameters: readonly ParameterOrFragment<never>[]
	): PromiseLike<RowList<Rows>>;
	json: Sql['json'];
};

/** Statements and transactions, each under a deadline, after which it rejects with a `PoolError`. */
export type Database = Statements & {
	begin<Result>(
		access: 'read only' | 'read write',
		run: (tx: TransactionSql) => Promise<Result>,
	): Promise<Result>;
	/** The same for one request, whose calls share one deadline. */
	within(scope: CallScope): Database;
	end(): Promise<void>;
};

export type PoolOptions = {
	/** Connections. */
	size?: number;
	/** Milliseconds after which a call is given up and its connection closed. */
	deadlineMs?: number;
	/** Settings of the driver, for tests. */
	driver?: ConnectionOptions;
};

/** Calls that may wait for each connection of a pool; at 2 ms a call, that is a tenth of the time they may wait. */
const waitingForEach = 32;

/**
 * Connections as one login role. Without session state, so that a transaction pooler can be used:
 * no settings, no type look-ups, and no prepared statements, unless
 * `FEEDBACK_PREPARED_STATEMENTS=1` says that the connection is direct. They save a round trip for each call.
 */
export function createPool(url: string, name: string, options: PoolOptions = {}): Database {
	const { size = readPoolSize(), deadlineMs = limits.request.deadline } = options;
	const driver: ConnectionOptions = {
		ssl: readDatabaseTls(url),
		prepare: readCount('FEEDBACK_PREPARED_STATEMENTS', 0, 1) === 1,
		fetch_types: false,
		// Shorter than the deadline: a lost packet costs one attempt, not the call after it too.
		connect_timeout: Math.max(0.1, deadlineMs / 2_000),
		idle_timeout: 60,
		max_lifetime: 30 * 60,
		connection: { application_name: `feedback-${name}` },
		onnotice: () => undefined,
		...options.driver,
	};
	const pool = new ConnectionPool(() => openConnection(url, driver), {
		size,
		queue: size * waitingForEach,
		reserveMs: deadlineMs / 2,
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

/** Statements and transactions on the connections of a pool, each within the scope of its moment. */
export function overPool(pool: ConnectionPool, scopeNow: () => CallScope): Database {
	const statement = ((template: TemplateStringsArray, ...parameters: never[]) =>
		pool.run((sql) => sql(template, ...parameters), scopeNow())) as unknown as Statements;
	return Object.assign(statement, {
		json: pool.json,
		begin: <Result>(
			access: 'read only' | 'read write',
			run: (tx: TransactionSql) => Promise<Result>,
		) => pool.run((sql) => sql.begin(access, run) as Promise<Result>, scopeNow()),
		within: (scope: CallScope) => overPool(pool, () => scope),
		end: () => pool.end(),
	});
}

/** What a request may take, from now on. */
export function scopeOf(request: Request): CallScope {
	return { until: performance.now() + limits.request.deadline, client: request };
}

/** Connections that an instance may have to the database. */
export function readPoolSize(): number {
	return readCount('FEEDBACK_POOL_SIZE', 8, 100) || 1;
}
