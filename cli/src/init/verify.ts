import { setTimeout as pause } from 'node:timers/promises';

import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';

/** Waits until an event of the app arrives; its name. */
export async function waitForEvent(
	site: string,
	seconds: number,
	context: Context,
): Promise<string> {
	const { client } = context;
	const look = async () => {
		const { items } = await client.listEventNames({ site, limit: 200 });
		return new Map(items.map((item) => [item.name, JSON.stringify(item)]));
	};
	const before = await look();
	if (!context.structured) {
		context.progress(
			`Waiting up to ${seconds} seconds for an event: start the app, and do what reports one.`,
		);
	}
	const ends = Date.now() + seconds * 1_000;
	for (;;) {
		for (const [name, state] of await look()) {
			if (before.get(name) !== state) return name;
		}
		const left = ends - Date.now();
		if (left <= 0) break;
		await pause(Math.min(2_000, left));
	}
	throw new Failure('not_verified', `No event arrived within ${seconds} seconds.`, {
		hint: 'Report one with Feedback.event() in the app; with "debug: true" in init the browser console tells each step.',
		next: [['feedback', 'doctor']],
	});
}
