import type { JSONValue, Sql } from 'postgres';

import type { Connection } from '../../database/connection.ts';
import { Json } from '../../database/parameters.ts';

/** A connection of postgres.js for our pool, which may send single statements over it. */
export function overPostgresJs(sql: Sql): Connection {
	return {
		proven: true,
		openedAt: 0,
		send: async ({ strings, values }) => [
			...(await sql(
				Object.assign([...strings], { raw: strings }),
				...values.map((value) =>
					value instanceof Json ? sql.json(value.value as JSONValue) : (value as string),
				),
			)),
		],
		begin: () => Promise.reject(new Error('The bench has no transactions.')),
		destroy() {},
		close: () => sql.end({ timeout: 1 }),
	};
}
