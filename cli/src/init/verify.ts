import { setTimeout as pause } from 'node:timers/promises';
import { reasons } from '@feedback/contract';
import type { RouteOutput } from '@feedback/contract';

import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';

type Reason = NonNullable<RouteOutput<'listEvents'>['items'][number]['reason']>;

/** The decision about an event that arrived. */
export type Decision = {
	/** `null` when the command cannot read events, or there was nothing to decide. */
	reason: Reason | null;
	/** Description of the reason. */
	text: string;
	survey_id: string | null;
};

/** Waits until an event of the app arrives; resolves to its name. */
export async function waitForEvent(
	site: string,
	seconds: number,
	context: Context,
): Promise<string> {
	const { client } = context;
	const readNames = async () => {
		const { items } = await client.listEventNames({ site, limit: 200 });
		return new Map(items.map((item) => [item.name, JSON.stringify(item)]));
	};
	const before = await readNames();
	if (!context.structured) {
		context.progress(
			`Waiting up to ${seconds} seconds for an event: start the app and trigger one.`,
		);
	}
	const ends = Date.now() + seconds * 1_000;
	for (;;) {
		for (const [name, state] of await readNames()) {
			if (before.get(name) !== state) return name;
		}
		const left = ends - Date.now();
		if (left <= 0) break;
		await pause(Math.min(2_000, left));
	}
	throw new Failure('not_verified', `No event arrived within ${seconds} seconds.`, {
		hint: 'Report one with Feedback.event() in the app; with "debug: true" in init the browser console logs each step.',
		next: [['feedback', 'doctor']],
	});
}

/** Finds out whether the event led to a prompt, and why not, if the command can read events. */
export async function findDecision(
	site: string,
	name: string,
	context: Context,
): Promise<Decision> {
	const { client } = context;
	if (await mayReadEvents(site, context)) {
		const { items } = await client.listEvents({ site, name, limit: 1 });
		const { reason = null, survey_id = null } = items[0] ?? {};
		return { reason, text: reason ? reasons[reason] : 'There was nothing to decide.', survey_id };
	}
	const { items } = await client.listPrompts({ site, state: 'published', limit: 200 });
	const listens = items.some(({ events }) => events.includes(name));
	const text = listens
		? `A published prompt is triggered by "${name}". Reading whether it appeared, and why, needs an approval (response:read): feedback event list --name ${name}`
		: reasons.no_prompt;
	return { reason: null, text, survey_id: null };
}

async function mayReadEvents(
	site: string,
	{ client, ask, withApproval }: Context,
): Promise<boolean> {
	const action = 'response:read' as const;
	const { kind, grants } = await client.whoami();
	const granted = grants.some(
		(grant) => grant.action === action && (grant.site === null || grant.site === site),
	);
	if (kind === 'person' || granted) return true;
	const question =
		'To show the decision, this command has to read events, which a person must approve. Request the approval?';
	if (!ask || !(await ask.confirm(question))) return false;
	await withApproval({ action, site }, () => client.listEvents({ site, limit: 1 }));
	return true;
}
