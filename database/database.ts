import { Sql } from 'sql-template-tag';

import type { CallScope, ConnectionPool } from './connection-pool.ts';
import { toJson, type Statements, type Tx } from './statement.ts';

/** Runs statements and transactions. Each has a deadline, after which it rejects with a `PoolError`. */
export type Database = Statements & {
	/** Runs a transaction. One that is only for the client ends when the client disconnects; usually those that only read. */
	begin<Result>(
		access: 'read only' | 'read write',
		run: (tx: Tx) => PromiseLike<Result>,
		onlyForClient?: boolean,
	): Promise<Result>;
	/** The same for one request, whose calls share one deadline. */
	within(scope: CallScope): Database;
	end(): Promise<void>;
};

/** Statements and transactions on the connections of a pool, each within the scope that applies when it starts. */
export function overPool(pool: ConnectionPool, scopeNow: () => CallScope): Database {
	const tag = (template: TemplateStringsArray, ...values: unknown[]) =>
		pool.run((connection) => connection.send(new Sql(template, values)), scopeNow());
	return Object.assign(tag as Omit<Statements, 'json'> as Statements, {
		json: toJson,
		begin: <Result>(
			access: 'read only' | 'read write',
			run: (tx: Tx) => PromiseLike<Result>,
			onlyForClient = access === 'read only',
		) => pool.run((connection) => connection.begin(access, run), { ...scopeNow(), onlyForClient }),
		within: (scope: CallScope) => overPool(pool, () => scope),
		end: () => pool.end(),
	});
}
