import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { mintUuidv7 } from '../../../supabase/functions/_shared/uuidv7.ts';
import { sendReport } from './send-report.ts';

export type Load = {
	/** IDs of the events that were acknowledged. */
	readonly acknowledged: string[];
	/** When each was, in milliseconds of `performance.now()`, in the same order. */
	readonly acknowledgedAt: number[];
	/** How other attempts ended. */
	readonly failures: string[];
	/** Stops after the events under way are acknowledged. */
	stop(): Promise<void>;
};

const pauseMs = 40;

/**
 * Reports one event after the other from each of several visitors. Like the SDK, a visitor sends an event again until
 * it is acknowledged.
 */
export function startLoad(origin: string, siteId: string, visitors: number): Load {
	const acknowledged: Load['acknowledged'] = [];
	const acknowledgedAt: number[] = [];
	const failures: Load['failures'] = [];
	let stopped = false;
	const visit = async (from: string) => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		const visitor = mintUuidv7(Date.now());
		const attempt = async (id: string) => {
			const report = {
				...{ site: siteId, visitor, session: visitor, sdk: '0.4.0' },
				...{ events: [{ id, name: 'load.reported' }], decide: true },
			};
			try {
				const { status, body } = await sendReport(origin, report, { agent, from });
				const result = body?.results[0]?.status;
				if (result === 'recorded' || result === 'duplicate') return true;
				failures.push(result ?? String(status));
			} catch (error) {
				failures.push((error as Error).message);
			}
			return false;
		};
		while (!stopped) {
			const id = mintUuidv7(Date.now());
			while (!(await attempt(id))) await wait(pauseMs);
			acknowledged.push(id);
			acknowledgedAt.push(performance.now());
			await wait(pauseMs);
		}
		agent.destroy();
	};
	const visits = Array.from({ length: visitors }, (_, index) => visit(`127.0.1.${index + 1}`));
	return {
		...{ acknowledged, acknowledgedAt, failures },
		async stop() {
			stopped = true;
			await Promise.all(visits);
		},
	};
}
