import { ServiceError } from '@feedback/contract';

import { createRateLimitBatcher } from './rate-limit-batcher.ts';
import { maxBatchSize, record, report, reportBatch } from './database.ts';
import type { Ingested, IngestEvent, Report, RequestContext } from './database.ts';
import { logThrown } from '../_shared/http/reply.ts';
import { count } from '../_shared/metrics.ts';
import { PoolError } from '../../../database/pool-error.ts';
import type { Statements } from '../../../database/statement.ts';

/** Records the events of one request. With `display`, a fresh UUIDv7 for a reservation, decides on the only event. */
export type EventBatcher = (
	requestContext: RequestContext,
	events: IngestEvent[],
	display: string | null,
	/** Database handle bound to the request's deadline; used for events that are not batched. */
	sql?: Statements,
) => Promise<Ingested>;

type QueuedReport = Report & {
	sql: Statements;
	resolve(ingested: Ingested): void;
	reject(error: unknown): void;
};

/** Maximum number of batches in progress, not counting batches that take longer than `maxWaitMs`. */
export const maxConcurrentBatches = 4;
/** Reports that start another batch while one is in progress: larger batches hardly cost less per event. */
const minBatchSize = 8;
/** Maximum number of queued reports; further ones are refused immediately. */
const maxQueueLength = 32 * maxBatchSize;

/**
 * While the database keeps up, each event is a separate statement. Plain events that arrive during a statement form
 * the next batch: most of a statement's cost is its set-up, so the cost per event falls as the load rises.
 * @param dedicated connections for batches, used from the last: if batches alternated between all connections of a
 * pool, each would find Postgres's caches cold.
 * @param options `maxWaitMs`: milliseconds after which a batch in progress no longer delays the next.
 */
export function createEventBatcher(
	pool: Statements,
	dedicated: readonly Statements[] = [],
	{ maxWaitMs = 25 } = {},
): EventBatcher {
	const queue: QueuedReport[] = [];
	const consume = createRateLimitBatcher(pool);
	const free = [...dedicated];
	let inProgress = 0;

	function startBatches(): void {
		const isBatchReady = () =>
			inProgress === 0 || (queue.length >= minBatchSize && inProgress < maxConcurrentBatches);
		while (queue.length > 0 && isBatchReady()) startBatch();
	}

	function startBatch(): void {
		let isOver = false;
		const end = () => {
			if (isOver) return;
			isOver = true;
			clearTimeout(timer);
			inProgress--;
			startBatches();
		};
		const timer = setTimeout(end, maxWaitMs);
		inProgress++;
		void send(queue.splice(0, maxBatchSize)).then(end);
	}

	async function send(reports: QueuedReport[]): Promise<void> {
		const [only, ...others] = reports;
		if (only && others.length === 0) {
			return complete(
				only,
				withConnection((connection) => report(connection, only)),
			);
		}
		const batch = withConnection((connection) => reportBatch(connection, reports));
		const outcome = await batch.catch((error: unknown) => ({ error }));
		if ('error' in outcome) return retryAlone(reports, outcome.error);
		consume(outcome.toConsume);
		for (const [at, queued] of reports.entries()) {
			const ingested = outcome.results[at];
			if (ingested) queued.resolve(ingested);
			else void complete(queued);
		}
	}

	function retryAlone(reports: QueuedReport[], error: unknown): void {
		// The deadline has passed for each of them, or the pool is overloaded: they would also fail separately.
		if ((error as Error).cause instanceof PoolError) {
			for (const queued of reports) queued.reject(error);
			return;
		}
		// One bad event can fail a whole batch, so each event is tried separately before any is refused.
		logThrown(error, 'batch');
		for (const queued of reports) void complete(queued);
	}

	// Release the connection before any report resolves: its caller may send the next event immediately.
	async function withConnection<Result>(
		use: (connection: Statements) => Promise<Result>,
	): Promise<Result> {
		const connection = free.pop();
		try {
			return await use(connection ?? pool);
		} finally {
			if (connection) free.push(connection);
		}
	}

	function complete(queued: QueuedReport, result = report(queued.sql, queued)): Promise<void> {
		return result.then(queued.resolve, queued.reject);
	}

	return (requestContext, events, display, sql = pool) => {
		const [event] = events;
		if (!event || events.length > 1) return record(sql, requestContext, events);
		return new Promise((resolve, reject) => {
			const queued = { requestContext, event, display, sql, resolve, reject };
			if (!isPlain(requestContext, event)) return void complete(queued);
			if (queue.length >= maxQueueLength) return reject(overloaded());
			queue.push(queued);
			startBatches();
		});
	};
}

function overloaded(): ServiceError {
	count('refusedCalls', 'OVERLOADED');
	return new ServiceError('unavailable', { cause: new PoolError('OVERLOADED') });
}

function isPlain(requestContext: RequestContext, { proofFault, proofKey }: IngestEvent): boolean {
	const { identify, bot, facts_for: factsFor, dropped } = requestContext;
	return (
		!identify && !bot && factsFor === null && !dropped && proofFault === null && proofKey === null
	);
}
