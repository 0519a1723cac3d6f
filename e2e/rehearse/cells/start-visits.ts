// Visitors who report events, are shown prompts and answer them, as the SDK does.
import { setTimeout as wait } from 'node:timers/promises';

import type { EventsResponse } from '@feedback/contract/wire';

import { mintUuidv7 } from '../../../supabase/functions/_shared/uuidv7.ts';
import type { FrontDoor } from './front-door.ts';

export type Visits = {
	/** Acknowledged events, with the public ID of the site and the time of each acknowledgement. */
	readonly events: { id: string; site: string; at: number }[];
	/** Displays whose answers were acknowledged. */
	readonly answered: string[];
	/** What each visitor was shown, as survey IDs. */
	readonly shown: Map<string, string[]>;
	/** Other outcomes, with their number. */
	readonly failures: Map<string, number>;
	/** Outcomes after which the SDK gives up, so that an event or an answer is lost. */
	readonly refusals: string[];
	/** Stops after everything pending is acknowledged. */
	stop(): Promise<void>;
};

const pauseMs = 150;
/** Events of one visitor, after which another visitor comes. */
const perVisitor = 6;
const lasting = new Set([400, 401, 403, 404, 409, 410, 413, 422]);

/** Starts a visitor at a time for each site. */
export function startVisits(door: FrontDoor, sites: readonly string[]): Visits {
	const visits: Omit<Visits, 'stop'> = {
		events: [],
		answered: [],
		shown: new Map(),
		failures: new Map(),
		refusals: [],
	};
	let stopped = false;
	const visiting = sites.map((site, index) => visit(site, `127.0.1.${index + 1}`));
	return {
		...visits,
		async stop() {
			stopped = true;
			await Promise.all(visiting);
		},
	};

	async function visit(site: string, from: string): Promise<void> {
		while (!stopped) {
			const visitor = mintUuidv7(Date.now());
			for (let count = 0; count < perVisitor && !stopped; count++) {
				await report(site, visitor, from);
				await wait(pauseMs);
			}
		}
	}

	async function report(site: string, visitor: string, from: string): Promise<void> {
		const id = mintUuidv7(Date.now());
		const events = [{ id, name: 'done' }];
		const body = { site, visitor, session: visitor, sdk: '0.4.0', events, decide: true };
		const answer = (await repeat('/functions/v1/sdk/events', body, from)) as EventsResponse;
		const result = answer?.results[0]?.status;
		if (result !== 'recorded' && result !== 'duplicate') {
			visits.refusals.push(`event: ${result}`);
			return;
		}
		visits.events.push({ id, site, at: performance.now() });
		const { decision } = answer;
		if (decision?.reason !== 'displayed') return;
		const { display } = decision;
		const shown = visits.shown.get(visitor) ?? [];
		visits.shown.set(visitor, [...shown, display.prompt.survey_id]);
		const answers = {
			site,
			display: display.id,
			secret: display.secret,
			seq: 1,
			final: true,
			answers: { score: 4 },
		};
		if (await repeat('/functions/v1/sdk/answer', answers, from)) visits.answered.push(display.id);
	}

	/** Sends it until it is acknowledged. Resolves to nothing when it is refused for good. */
	async function repeat(path: string, body: unknown, from: string): Promise<unknown> {
		for (;;) {
			const reply = await door.send(path, { body, from });
			if (reply.status === 200 || reply.status === 201) return reply.body;
			const { code } = (reply.body as { error?: { code?: string } } | undefined)?.error ?? {};
			const outcome = `${path.split('/').at(-1)}: ${reply.status} ${code ?? ''}`.trim();
			visits.failures.set(outcome, (visits.failures.get(outcome) ?? 0) + 1);
			if (lasting.has(reply.status)) {
				visits.refusals.push(outcome);
				return undefined;
			}
			await wait(pauseMs);
		}
	}
}
