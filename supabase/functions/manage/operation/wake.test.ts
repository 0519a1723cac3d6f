// A call of the management API that writes a message wakes the worker once the message is committed.
import { afterEach, beforeEach, expect, it } from 'vitest';

import { createDestination } from '../../../tests/destinations.ts';
import { stageApprovals } from '../../tests/approvals.ts';
import { openManage, type TestManage } from '../../tests/manage.ts';

const at = stageApprovals();
let manage: TestManage;
/** The types of messages at the last wake; a promise, since a wake does not wait. */
let seen: Promise<string[]> | undefined;
let destination: string;

beforeEach(async () => {
	manage = openManage(at.sites.manageUrl, {
		keyring: at.manage.keyring,
		wakeWorker: () => {
			seen = listMessages();
		},
	});
	destination = await createDestination(at.sites.sql, at.site.id, {
		event_types: [
			'prompt.published',
			'prompt.paused',
			'approval.requested',
			'approval.decided',
			'visitor.erased',
		],
	});
	seen = undefined;
});
afterEach(() => manage.end());

async function listMessages(): Promise<string[]> {
	const rows = await at.sites.sql<{ type: string }[]>`
		select type from app.outbox where site_id = ${at.site.id} order by id`;
	return rows.map(({ type }) => type);
}

it('by publishing and pausing a prompt', async () => {
	const prompt = await at.draft();
	const place = { site: at.site.id, prompt };
	expect((await manage.ask(at.owner, 'publishPrompt', { ...place, revision: 1 })).status).toBe(200);
	expect(await seen).toEqual(['prompt.published']);
	expect((await manage.ask(at.owner, 'pausePrompt', place)).status).toBe(200);
	expect(await seen).toEqual(['prompt.published', 'prompt.paused']);
});

it('by a call that requires an approval, and by the approval', async () => {
	const { error } = await manage.ask(at.agent, 'listResponses', { site: at.site.id });
	expect(error.code).toBe('approval_required');
	expect(await seen).toEqual(['approval.requested']);
	const { id } = (error as unknown as { approval: { id: string } }).approval;
	await manage.ask(at.owner, 'denyGrant', { request: id });
	expect(await seen).toEqual(['approval.requested', 'approval.decided']);
});

it('by erasing a visitor', async () => {
	const visitor = crypto.randomUUID();
	await at.sites.sql`
		with s as (
			insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
			values (${at.site.id}, ${visitor}, ${visitor}, now(), now()) returning id
		)
		insert into app.visitors (site_id, id, subject_id, first_seen_at, last_seen_at)
		select ${at.site.id}, id, id, now(), now() from s`;
	const erased = await manage.ask(at.owner, 'eraseVisitor', { site: at.site.id, visitor } as never);
	expect(erased.status, JSON.stringify(erased.error)).toBe(200);
	expect(await seen).toEqual(['visitor.erased']);
});

it('by a test message and by sending one again', async () => {
	const place = { site: at.site.id, destination };
	const type = 'prompt.paused';
	const sent = await manage.ask(at.owner, 'testDestination', { ...place, type } as never);
	expect(sent.status, JSON.stringify(sent.error)).toBe(200);
	expect(await seen).toEqual([type]);
	const [message] = await at.sites.sql<{ id: string }[]>`
		select id from app.outbox where site_id = ${at.site.id}`;
	seen = Promise.resolve([]);
	const again = await manage.ask(at.owner, 'redeliverMessage', { ...place, message: message!.id });
	expect(again.status, JSON.stringify(again.error)).toBe(200);
	expect(await seen).toEqual([type]);
});

it('by sending the messages of a span of time again', async () => {
	const prompt = await at.draft();
	await manage.ask(at.owner, 'publishPrompt', { site: at.site.id, prompt, revision: 1 });
	await at.sites.sql`select app.distribute_messages(clock_timestamp())`;
	await at.sites.sql`update app.deliveries set state = 'delivered'`;
	let waiting: Promise<{ state: string }[]> | undefined;
	const woken = openManage(at.sites.manageUrl, {
		keyring: at.manage.keyring,
		wakeWorker: () => {
			waiting = at.sites.sql<{ state: string }[]>`
				select state from app.deliveries where destination_id = ${destination} and next_at <= now()`;
		},
	});
	const again = await woken.ask(at.owner, 'redeliverMessages', {
		site: at.site.id,
		destination,
		delivered: true,
		since: new Date(Date.now() - 60_000).toISOString(),
		until: new Date(Date.now() + 60_000).toISOString(),
	} as never);
	await woken.end();
	expect(again.body).toMatchObject({ messages: 1, next: null });
	expect(await waiting).toEqual([{ state: 'waiting' }]);
});

it('not by a call that only reads', async () => {
	expect((await manage.ask(at.owner, 'listPrompts', { site: at.site.id })).status).toBe(200);
	expect(seen).toBeUndefined();
});
