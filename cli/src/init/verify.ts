import { setTimeout as pause } from 'node:timers/promises';
import { reasons } from '@feedback/contract';
import type { RouteOutput } from '@feedback/contract';

import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';

type Reason = NonNullable<RouteOutput<'listEvents'>['items'][number]['reason']>;

/** What became of an event that arrived. */
export type Decision = {
	/** As it was recorded; `null` when the command may not read events, or nothing was to be decided. */
	reason: Reason | null;
	/** The same in words. */
	text: string;
	survey_id: string | null;
};

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
		hint: 'Report one with Feedback.event() in the app; with "debug: true" in init the browser console names each step.',
		next: [['feedback', 'doctor']],
	});
}

/** Whether the event led to a prompt, and why not: from what was recorded where the command may read it. */
export async function findDecision(
	site: string,
	name: string,
	context: Context,
): Promise<Decision> {
	const { client } = context;
	if (await mayReadEvents(site, context)) {
		const { items } = await client.listEvents({ site, name, limit: 1 });
		const { reason = null, survey_id = null } = items[0] ?? {};
		return { reason, text: reason ? reasons[reason] : 'Nothing was to be decided.', survey_id };
	}
	const { items } = await client.listPrompts({ site, state: 'published', limit: 200 });
	const listens = items.some(({ events }) => events.includes(name));
	const text = listens
		? `A published prompt is triggered by "${name}". Reading whether it appeared, and why, needs an approval (response:read): feedback event list --name ${name}`
		: reasons.no_prompt;
	return { reason: null, text, survey_id: null };
}

async function mayReadEvents(site: string, { client, ask, approved }: Context): Promise<boolean> {
	const action = 'response:read' as const;
	const { kind, grants } = await client.whoami();
	const granted = grants.some(
		(grant) => grant.action === action && (grant.site === null || grant.site === site),
	);
	if (kind === 'person' || granted) return true;
	const question =
		'To say what was decided, this command has to read events, which a person approves. Ask for that?';
	if (!ask || !(await ask.confirm(question))) return false;
	await approved({ action, site }, () => client.listEvents({ site, limit: 1 }));
	return true;
}
