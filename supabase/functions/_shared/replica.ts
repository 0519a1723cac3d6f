// Reads on a streaming replica of the database. A read waits until the replica has replayed everything that was
// committed before, so it never misses a write of its caller, nor a session, membership or grant that has ended.
// That needs nothing from the caller and nothing shared between servers: any of them may answer the next request.
import { limits } from '@feedback/contract';

import type { CallScope } from '../../../database/connection-pool.ts';
import type { Database } from '../../../database/database.ts';
import { findOutage } from '../../../database/outage.ts';
import { PoolError } from '../../../database/pool-error.ts';
import type { Statements, Tx } from '../../../database/statement.ts';
import { count } from './metrics.ts';

/** Where to read what a replica may answer; without a replica, the primary's `Database`. */
export type ReadDatabase = Pick<Database, 'begin'> & {
	within(scope: CallScope): ReadDatabase;
	/** The database that answered the last read; `undefined` without a replica. */
	readonly answeredBy?: 'replica' | 'primary' | undefined;
};

/** Milliseconds between two looks at how far the replica is. */
const pollMs = 5;

/** Milliseconds that the replica may take to say how far it is. */
const responseMs = 250;

/** Why a read went to the primary. `refused`: a replica cannot run it, for example because it stores what it counted. */
type Reason = 'late' | 'down' | 'paused' | 'busy' | 'refused' | 'conflict';

/**
 * Reads on the replica, and on the primary when the replica is late or down. Transactions must be repeatable: one that
 * only the replica refuses or ends runs again on the primary.
 */
export function readFromReplica(
	primary: Database,
	replica: Database,
	{ waitMs }: WaitOptions = limits.replica,
): ReadDatabase {
	return createReads({ primary, replica, waitMs, pause: { until: 0 } });
}

type WaitOptions = {
	/** Milliseconds to wait for a replica that is behind. */
	waitMs: number;
};

type Databases = WaitOptions & {
	primary: Database;
	replica: Database;
	/** Reads skip the replica until then, by `performance.now()`: each would wait for it first. */
	pause: { until: number };
	scope?: CallScope | undefined;
};

function createReads(databases: Databases): ReadDatabase {
	const { primary, replica, pause } = databases;
	let answeredBy: ReadDatabase['answeredBy'];
	return {
		get answeredBy() {
			return answeredBy;
		},
		within: (scope) =>
			createReads({
				...databases,
				primary: primary.within(scope),
				replica: replica.within(scope),
				scope,
			}),
		async begin(access, run, onlyForClient) {
			const outcome =
				performance.now() < pause.until
					? ('paused' as const)
					: await readReplica(databases, run, onlyForClient);
			if (typeof outcome === 'object') {
				answeredBy = 'replica';
				count('replicaReads', 'replica');
				return outcome.result;
			}
			answeredBy = 'primary';
			count('replicaReads', outcome);
			if (outcome === 'late' || outcome === 'down') {
				pause.until = performance.now() + limits.replica.pauseSeconds * 1_000;
			}
			return primary.begin(access, run, onlyForClient);
		},
	};
}

/** Runs a transaction on the replica, or resolves to the reason for which the primary has to. */
async function readReplica<Result>(
	{ primary, replica, waitMs, scope }: Databases,
	run: (tx: Tx) => PromiseLike<Result>,
	onlyForClient: boolean | undefined,
): Promise<{ result: Result } | Reason> {
	const end = await readLogEnd(primary);
	const reason = await waitForReplay(replica, end, { waitMs, scope });
	if (reason) return reason;
	const runIfReplayed = async (tx: Tx) => {
		// Again, because a URL may lead to several replicas.
		if ((await findProgress(tx, end)) !== 'replayed') throw new ReplicaLate();
		return run(tx);
	};
	try {
		return { result: await replica.begin('read only', runIfReplayed, onlyForClient) };
	} catch (error) {
		const found = findReason(error);
		if (found === undefined) throw error;
		return found;
	}
}

class ReplicaLate extends Error {}

/** The position up to which the log is on disk: commits are acknowledged once they are, and replicas get no more. */
export async function readLogEnd(primary: Statements): Promise<string> {
	const [row] = await primary<{ end: string }[]>`select pg_current_wal_flush_lsn()::text as end`;
	return row!.end;
}

type Progress = 'replayed' | 'behind' | 'no replica';

async function findProgress(sql: Statements, end: string): Promise<Progress> {
	const [row] = await sql<{ progress: Progress }[]>`
		select case when not pg_is_in_recovery() then 'no replica'
		            when pg_last_wal_replay_lsn() >= ${end}::pg_lsn then 'replayed' else 'behind' end as progress`;
	return row!.progress;
}

/**
 * Waits until the replica has replayed the log up to a position. Resolves to why it has not. Between two looks no
 * statement runs: its snapshot could delay the replay.
 */
export async function waitForReplay(
	replica: Database,
	end: string,
	{ waitMs, scope }: WaitOptions & { scope?: CallScope | undefined } = limits.replica,
): Promise<Reason | undefined> {
	const until = performance.now() + waitMs;
	const sql = replica.within({ until: Math.min(until + responseMs, scope?.until ?? Infinity) });
	try {
		for (;;) {
			const progress = await findProgress(sql, end);
			if (progress === 'replayed') return undefined;
			if (progress === 'no replica') return 'down';
			if (performance.now() >= until) return 'late';
			await new Promise((resolve) => setTimeout(resolve, pollMs));
		}
	} catch (error) {
		return isBusy(error) ? 'busy' : 'down';
	}
}

function isBusy(error: unknown): boolean {
	return error instanceof PoolError && error.code === 'OVERLOADED';
}

// SQLSTATEs of what a replica refuses: to write, to read unlogged tables, and functions of a primary.
const refused = new Set(['25006', '0A000', '55000']);
// Of a statement that the replay of the log ended.
const conflicts = new Set(['40001', '40P01']);

/** Why the primary must run a transaction again; `undefined` if it would fail there too. */
function findReason(error: unknown): Reason | undefined {
	if (error instanceof ReplicaLate) return 'late';
	if (isBusy(error)) return 'busy';
	// The time is over, or the client has gone.
	if (error instanceof PoolError) return undefined;
	const code = String((error as { code?: unknown }).code);
	if (refused.has(code)) return 'refused';
	if (conflicts.has(code)) return 'conflict';
	return findOutage(error) === undefined ? undefined : 'down';
}
