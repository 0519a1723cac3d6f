import { ServiceError } from '@feedback/contract';

import { createCharges } from './charges.ts';
import { mostTogether, record, report, reportTogether } from './database.ts';
import type { Ingested, IngestEvent, Report, Visit } from './database.ts';
import { logThrown } from '../_shared/reply.ts';
import { PoolError } from '../_shared/pool-error.ts';
import type { Statements } from '../_shared/pool.ts';

/** Records the events of one visit; with `display`, a fresh UUIDv7 for a reservation, it decides on the only one. */
export type Reporter = (
	visit: Visit,
	events: IngestEvent[],
	display: string | null,
	/** The database for as long as the request may take; used where its events share no call. */
	sql?: Statements,
) => Promise<Ingested>;

type Waiting = Report & {
	sql: Statements;
	resolve(answer: Ingested): void;
	reject(error: unknown): void;
};

/** Calls that may be under way at once, of those that take only what is worth a call. */
export const lanes = 4;
/** Reports that are worth a call of their own while others are under way: more hardly make each cheaper. */
const worthACall = 8;
/** Milliseconds after which a call holds nobody up any more. */
const patience = 25;
/** Reports that may wait for a call; further ones are refused at once. */
const mostWaiting = 32 * mostTogether;

/**
 * Each event is reported by itself while the database keeps up. Plain ones that arrive while a call is under way
 * share the next: what a call costs is mostly its beginning, so the busier it gets the less each event costs.
 * @param own connections for such calls, the last one first: by turns on all of a pool, each would find Postgres cold.
 */
export function createReporter(pool: Statements, own: readonly Statements[] = []): Reporter {
	const waiting: Waiting[] = [];
	const charge = createCharges(pool);
	const free = [...own];
	let busy = 0;

	function next(): void {
		const isWorthIt = () => waiting.length >= worthACall && busy < lanes;
		while (waiting.length > 0 && (busy === 0 || isWorthIt())) begin();
	}

	function begin(): void {
		let isOver = false;
		const end = () => {
			if (isOver) return;
			isOver = true;
			clearTimeout(timer);
			busy--;
			next();
		};
		const timer = setTimeout(end, patience);
		busy++;
		void send(waiting.splice(0, mostTogether)).then(end);
	}

	async function send(reports: Waiting[]): Promise<void> {
		const [only, ...others] = reports;
		if (only && others.length === 0) {
			return settle(
				only,
				borrow((connection) => report(connection, only)),
			);
		}
		const shared = borrow((connection) => reportTogether(connection, reports));
		const outcome = await shared.catch((error: unknown) => ({ error }));
		if ('error' in outcome) return recover(reports, outcome.error);
		const { told, charged } = outcome;
		charge(charged);
		for (const [at, one] of reports.entries()) {
			const answer = told[at];
			if (answer) one.resolve(answer);
			else void settle(one);
		}
	}

	function recover(reports: Waiting[], error: unknown): void {
		// The time is up for each of them, or too many wait: alone they would fare no better.
		if ((error as Error).cause instanceof PoolError) {
			for (const one of reports) one.reject(error);
			return;
		}
		// One bad event can fail the whole call: each is tried alone before any is refused.
		logThrown(error, 'shared call');
		for (const one of reports) void settle(one);
	}

	// The connection is back before anybody is told: who is told may report at once.
	async function borrow<Answer>(use: (connection: Statements) => Promise<Answer>): Promise<Answer> {
		const connection = free.pop();
		try {
			return await use(connection ?? pool);
		} finally {
			if (connection) free.push(connection);
		}
	}

	function settle(one: Waiting, answer = report(one.sql, one)): Promise<void> {
		return answer.then(one.resolve, one.reject);
	}

	return (visit, events, display, sql = pool) => {
		const [event] = events;
		if (!event || events.length > 1) return record(sql, visit, events);
		return new Promise((resolve, reject) => {
			const one = { visit, event, display, sql, resolve, reject };
			if (!isPlain(visit, event)) return void settle(one);
			if (waiting.length >= mostWaiting) return reject(overloaded());
			waiting.push(one);
			next();
		});
	};
}

function overloaded(): ServiceError {
	return new ServiceError('unavailable', { cause: new PoolError('OVERLOADED') });
}

function isPlain(visit: Visit, { proofFault, proofKey }: IngestEvent): boolean {
	const { identify, bot, debug, dropped } = visit;
	return !identify && !bot && !debug && !dropped && proofFault === null && proofKey === null;
}
