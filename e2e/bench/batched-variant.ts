// Reports events through the function's event batcher, which batches events that arrive during a statement.
import { limits } from '@feedback/contract';
import type { Sql } from 'postgres';

import { ConnectionPool } from '../../database/connection-pool.ts';
import { overPool } from '../../database/database.ts';
import type { Statements } from '../../database/statement.ts';
import { mintUuidv7 } from '../../supabase/functions/_shared/uuidv7.ts';
import type { Report } from '../../supabase/functions/sdk/database.ts';
import {
	createEventBatcher,
	maxConcurrentBatches,
} from '../../supabase/functions/sdk/event-batcher.ts';
import type { Variant } from './measure.ts';
import { overPostgresJs } from './over-postgres-js.ts';

const day = 86_400_000;

/** The `templates` requests of a pool from number `first` on, each with a new ID every time it is sent. */
export async function makeBatchedVariant(
	admin: Sql,
	name: string,
	pool: string,
	first: number,
	templates: number,
): Promise<Variant> {
	const reports = await loadReports(admin, pool, first);
	return {
		name: `${name}, in batches`,
		pool: `${pool}, in batches`,
		statement: '',
		requests: Infinity,
		open(lanes) {
			const own = lanes.slice(0, Math.min(maxConcurrentBatches, Math.floor(lanes.length / 2)));
			const pool = poolOf(lanes.slice(own.length));
			const alone = own.map((lane) => poolOf([lane]));
			const batcher = createEventBatcher(pool, alone);
			return (number) => {
				const { requestContext, event } = reports[number % templates]!;
				const now = Date.now();
				return batcher(requestContext, [{ ...event, id: mintUuidv7(now) }], mintUuidv7(now));
			};
		},
	};
}

/** Loads the requests of a pool from number `first` on, in the form that the function uses. */
export async function loadReports(admin: Sql, pool: string, first: number): Promise<Report[]> {
	const rows = await admin`
		select visit, session, event, name, properties from bench.requests
		where pool = ${pool} and n >= ${first} order by n`;
	return rows.map(({ visit, session, event: id, name, properties }) => {
		const proof = { verified: null, proofFault: null, proofAccount: null, proofKey: null };
		return {
			requestContext: { ...visit, address: Buffer.from(visit.address, 'hex') },
			event: { id, name, properties, session, ...proof },
			display: null,
		} as Report;
	});
}

/** A pool as in the function, over the benchmark's connections, whose processes are known. */
export function poolOf(lanes: Sql[]): Statements {
	const left = lanes.map(overPostgresJs);
	const options = { size: lanes.length, queue: 1_000, reserveMs: 0, idleMs: day, lifetimeMs: day };
	const pool = new ConnectionPool(() => left.pop()!, options);
	return overPool(pool, () => ({ until: performance.now() + limits.request.deadline }));
}
