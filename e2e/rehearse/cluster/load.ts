import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { mintUuidv7 } from '../../../supabase/functions/_shared/uuidv7.ts';
import { sendReport } from './send-report.ts';

export type Load = {
	/** IDs of the events that were acknowledged. */
	readonly acknowledged: string[];
	/** Times of the acknowledgements, in milliseconds of `performance.now()`, in the same order. */
	readonly acknowledgedAt: number[];
	/** Outcomes of other attempts. */
	readonly failures: string[];
	/** Visitors with an acknowledged event, with the displays that each visitor received. */
	readonly displays: ReadonlyMap<string, ReadonlySet<string>>;
	/** Stops after the pending events are acknowledged. */
	stop(): Promise<void>;
};

export type LoadOptions = {
	/** Number of events after which another visitor continues. One visitor reports all events by default. */
	eventsPerVisitor?: number;
	/** Milliseconds between a response and the next event. */
	pauseMs?: number;
};

/**
 * Reports one event after another for each of several visitors. Like the SDK, a visitor sends an event again until it
 * is acknowledged, and uses the service's clock if the service rejects an event as stale.
 */
export function startLoad(
	origin: string,
	siteId: string,
	visitors: number,
	{ eventsPerVisitor = Infinity, pauseMs = 40 }: LoadOptions = {},
): Load {
	const acknowledged: Load['acknowledged'] = [];
	const acknowledgedAt: number[] = [];
	const failures: Load['failures'] = [];
	const displays = new Map<string, Set<string>>();
	let stopped = false;
	const visit = async (from: string) => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		let offset = 0;
		const mintId = () => mintUuidv7(Date.now() + offset);
		let visitor = mintId();
		const attempt = async (id: string): Promise<'acknowledged' | 'stale' | 'failed'> => {
			const report = {
				site: siteId,
				visitor,
				session: visitor,
				sdk: '0.4.0',
				events: [{ id, name: 'load.reported' }],
				decide: true,
			};
			try {
				const { status, body } = await sendReport(origin, report, { agent, from });
				const result = body?.results[0]?.status;
				if (result === 'recorded' || result === 'duplicate') {
					const given = displays.get(visitor) ?? new Set();
					displays.set(visitor, given);
					if (body?.decision?.reason === 'displayed') given.add(body.decision.display.id);
					return 'acknowledged';
				}
				failures.push(result ?? String(status));
				if (body && result === 'stale') {
					offset = body.now - Date.now();
					return 'stale';
				}
			} catch (error) {
				failures.push((error as Error).message);
			}
			return 'failed';
		};
		for (let count = 0; !stopped; count++) {
			if (count > 0 && count % eventsPerVisitor === 0) visitor = mintId();
			let id = mintId();
			for (;;) {
				const outcome = await attempt(id);
				if (outcome === 'acknowledged') break;
				if (outcome === 'stale') id = mintId();
				await wait(pauseMs);
			}
			acknowledged.push(id);
			acknowledgedAt.push(performance.now());
			await wait(pauseMs);
		}
		agent.destroy();
	};
	const visits = Array.from({ length: visitors }, (_, index) => visit(`127.0.1.${index + 1}`));
	return {
		acknowledged,
		acknowledgedAt,
		failures,
		displays,
		async stop() {
			stopped = true;
			await Promise.all(visits);
		},
	};
}
