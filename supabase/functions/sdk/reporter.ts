import { createCharges } from './charges.ts';
import { mostTogether, record, report, reportTogether } from './database.ts';
import type { Ingested, IngestEvent, Report, Visit } from './database.ts';
import { logThrown } from '../_shared/reply.ts';
import type { Sql } from 'postgres';

/** Records the events of one visit; with `display`, a fresh UUIDv7 for a reservation, it decides on the only one. */
export type Reporter = (
	visit: Visit,
	events: IngestEvent[],
	display: string | null,
) => Promise<Ingested>;

type Waiting = Report & { resolve(answer: Ingested): void; reject(error: unknown): void };

/** Calls that may be under way at once, of those that take only what is worth a call. */
export const lanes = 4;
/** Reports that are worth a call of their own while others are under way: more hardly make each cheaper. */
const worthACall = 8;
/** Milliseconds after which a call holds nobody up any more. */
const patience = 25;

/**
 * Each event is reported by itself while the database keeps up. Plain ones that arrive while a call is under way
 * share the next: what a call costs is mostly its beginning, so the busier it gets the less each event costs.
 * @param own connections for such calls, the last one first: by turns on all of a pool, each would find Postgres cold.
 */
export function createReporter(sql: Sql, own: readonly Sql[] = []): Reporter {
	const waiting: Waiting[] = [];
	const charge = createCharges(sql);
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
		const { told, charged } = await shared.catch((error: unknown) => {
			// It may be the matter of one: each is tried by itself before it is told so.
			logThrown(error, 'shared call');
			return { told: [], charged: [] };
		});
		charge(charged);
		for (const [at, one] of reports.entries()) {
			const answer = told[at];
			if (answer) one.resolve(answer);
			else void settle(one);
		}
	}

	// The connection is back before anybody is told: who is told may report at once.
	async function borrow<Answer>(use: (connection: Sql) => Promise<Answer>): Promise<Answer> {
		const connection = free.pop();
		try {
			return await use(connection ?? sql);
		} finally {
			if (connection) free.push(connection);
		}
	}

	function settle(one: Waiting, answer = report(sql, one)): Promise<void> {
		return answer.then(one.resolve, one.reject);
	}

	return (visit, events, display) => {
		const [event] = events;
		if (!event || events.length > 1) return record(sql, visit, events);
		return new Promise((resolve, reject) => {
			const one = { visit, event, display, resolve, reject };
			if (!isPlain(visit, event)) return void settle(one);
			waiting.push(one);
			next();
		});
	};
}

function isPlain(visit: Visit, { proofFault, proofKey }: IngestEvent): boolean {
	const { identify, bot, debug, dropped } = visit;
	return !identify && !bot && !debug && !dropped && proofFault === null && proofKey === null;
}
