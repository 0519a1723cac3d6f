import type { Statements } from '../../database/statement.ts';

import { setTimeout } from 'node:timers/promises';

export type MaintainOptions = {
	/** The current time, for tests. */
	now?: Date;
	/** Maximum number of rows that a batch deletes. */
	batch?: number;
	/** After each step, pauses for as long as it took, so that half of the machine stays free. */
	yields?: boolean;
	signal?: AbortSignal;
};

/**
 * Runs maintenance until nothing is left to do, each piece in its own transaction. After an interruption,
 * the next run continues.
 *
 * @example
 * await maintain(sql, { yields: true });
 */
export async function maintain(
	sql: Statements,
	{ now, batch, yields = false, signal }: MaintainOptions = {},
): Promise<void> {
	let step: string | null = firstStep;
	while (step !== null) {
		signal?.throwIfAborted();
		const started = performance.now();
		step = await runPiece(sql, step, now, batch);
		if (yields && step !== null)
			await setTimeout(performance.now() - started, undefined, { signal });
	}
}

/** Creates missing partitions: without today's partition, events are refused. */
export async function createPartitions(sql: Statements): Promise<void> {
	await runPiece(sql, firstStep);
}

const firstStep = 'create_days';

async function runPiece(
	sql: Statements,
	step: string,
	now?: Date,
	batch?: number,
): Promise<string | null> {
	const [row] = await sql<{ next: string | null }[]>`
		select app.maintain(${step}, coalesce(${now ?? null}, clock_timestamp()), coalesce(${batch ?? null}, 1000)) as next`;
	return row!.next;
}
