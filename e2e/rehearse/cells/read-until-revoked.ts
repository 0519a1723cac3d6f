// A session whose reads end when home has revoked it, or when nobody can know whether it has.
import { setTimeout as wait } from 'node:timers/promises';

import type { FrontDoor } from './front-door.ts';
import type { Session } from './sign-in.ts';

export type Reading = {
	/** How many reads were allowed so far. */
	readonly allowed: number;
	/** From now on, access must end within a second. */
	endsNow(): void;
	/** Reads for three more seconds. Resolves to the milliseconds after which the last allowed read began, and to the number of
	 * reads that were allowed although they began more than a second later. */
	finish(): Promise<{ lastMs: number; late: number }>;
};

const everyMs = 60;

/** Reads a site in each database again and again. */
export function startReading(door: FrontDoor, session: Session, sites: readonly string[]): Reading {
	let ended = Infinity;
	let stopped = false;
	let allowed = 0;
	const begun: number[] = [];
	const reading = Promise.all(sites.map(read));
	return {
		get allowed() {
			return allowed;
		},
		endsNow() {
			ended = performance.now();
		},
		async finish() {
			await wait(Math.max(0, ended + 4_000 - performance.now()));
			stopped = true;
			await reading;
			const after = begun.map((at) => at - ended);
			return {
				lastMs: Math.round(Math.max(0, ...after)),
				late: after.filter((ms) => ms > 1_000).length,
			};
		},
	};

	async function read(site: string): Promise<void> {
		while (!stopped) {
			const from = performance.now();
			const { status } = await door.send(`/functions/v1/manage/sites/${site}/prompts`, {
				headers: { authorization: `Bearer ${session.token}` },
			});
			if (status === 200) {
				allowed++;
				begun.push(from);
			}
			await wait(everyMs * (status === 200 ? 1 : 2));
		}
	}
}
