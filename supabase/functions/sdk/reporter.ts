import { mostTogether, record, report, reportTogether } from './database.ts';
import type { Ingested, IngestEvent, Report, Visit } from './database.ts';
import type { Sql } from 'postgres';

/** Records the events of one visit; with `display`, a fresh UUIDv7 for a reservation, it decides on the only one. */
export type Reporter = (
	visit: Visit,
	events: IngestEvent[],
	display: string | null,
) => Promise<Ingested>;

type Waiting = Report & { resolve(answer: Ingested): void; reject(error: unknown): void };

// Two calls at a time keep the database busy while the next ones gather; a lone event never waits.
const lanes = 2;

/**
 * Each event is reported by itself while the database keeps up. Plain ones that arrive while calls are under way
 * share the next call: what a call costs is mostly its beginning, so the busier it gets the less each event costs.
 */
export function createReporter(sql: Sql): Reporter {
	const waiting: Waiting[] = [];
	let busy = 0;

	function next(): void {
		if (busy === lanes || waiting.length === 0) return;
		busy++;
		void send(waiting.splice(0, mostTogether)).then(() => {
			busy--;
			next();
		});
	}

	async function send(reports: Waiting[]): Promise<void> {
		const [only, ...others] = reports;
		if (only && others.length === 0) return settle(only);
		// What spoils a shared call may be the matter of one: each is tried by itself before it is told so.
		const told = await reportTogether(sql, reports).catch(() => []);
		for (const [at, one] of reports.entries()) {
			const answer = told[at];
			if (answer) one.resolve(answer);
			else void settle(one);
		}
	}

	function settle(one: Waiting): Promise<void> {
		return report(sql, one).then(one.resolve, one.reject);
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
