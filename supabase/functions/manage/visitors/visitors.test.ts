import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newCaller, newEvent, openSdk, type TestSdk } from '../../tests/sdk.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let sdk: TestSdk;
let site: string;
beforeAll(async () => {
	team = await openWorkspace();
	sdk = openSdk(team.sites.ingestUrl);
	site = team.site.id;
	await team.sites.publish(team.site.siteId, {
		survey_id: 'rated',
		trigger: { events: ['rated'] },
	});
});
afterAll(async () => {
	await sdk.end();
	await team.end();
});

async function visit(account?: string, name = 'rated') {
	const caller = newCaller(team.site.siteId, sdk.clock.now);
	const answer = await sdk.post('/events', {
		...caller,
		...(account && { identify: { account, traits: { plan: 'pro' } } }),
		events: [newEvent(name, sdk.clock.now)],
		decide: true,
	});
	expect([200, 201]).toContain(answer.status);
	return caller.visitor;
}

describe('a visitor or an account', () => {
	it('is found with what was shown to them', async () => {
		const visitor = await visit('ada');
		const other = await visit('ada', 'something.else');
		const byAccount = await team.manage.ask(team.viewer, 'findVisitor', { site, account: 'ada' });
		expect(byAccount.body).toMatchObject({
			account: 'ada',
			displays: [{ survey_id: 'rated', state: 'reserved' }],
		});
		expect(byAccount.body.visitors.map(({ id }) => id).sort()).toEqual([visitor, other].sort());
		expect(byAccount.body.visitors[0]!.traits).toEqual({ plan: 'pro' });
		const byVisitor = await team.manage.ask(team.viewer, 'findVisitor', { site, visitor });
		expect(byVisitor.body).toEqual(byAccount.body);
	});

	it('that this site does not know is not found, even if another site does', async () => {
		const nobody = await team.manage.ask(team.viewer, 'findVisitor', { site, account: 'nobody' });
		expect([nobody.status, nobody.error.field]).toEqual([404, 'account']);
		const both = await team.manage.ask(team.viewer, 'findVisitor', {
			site,
			...({ account: 'ada', visitor: crypto.randomUUID() } as { account: string }),
		});
		expect(both.status).toBe(400);
	});

	it('is exported completely, and erased with a receipt without names', async () => {
		const visitor = await visit('grace');
		const kept = await team.manage.ask(team.owner, 'exportVisitor', { site, account: 'grace' });
		expect(kept.body).toMatchObject({
			subjects: [{ account: 'grace' }],
			visitors: [{ id: visitor }],
			events: [{ name: 'rated' }],
			displays: [{ state: 'reserved' }],
			responses: [],
		});
		const erased = await team.manage.ask(team.owner, 'eraseVisitor', { site, account: 'grace' });
		expect(erased.body.counts).toEqual({
			events: 1,
			screenshots: 0,
			responses: 0,
			displays: 1,
			visitors: 1,
			visitor_versions: 0,
			subjects: 1,
		});
		expect(JSON.stringify(erased.body)).not.toContain('grace');
		const again = await team.manage.ask(team.owner, 'eraseVisitor', { site, account: 'grace' });
		expect(again.body.hash).toBe(erased.body.hash);
		expect(again.body.counts['events']).toBe(0);
		const [counted] = await team.sites.sql`
			select count(*)::int as events from app.event_details where site_id = ${site} and visitor_id = ${visitor}`;
		expect(counted).toEqual({ events: 0 });
		const { body: audit } = await team.manage.ask(team.owner, 'listAudit', {
			workspace: team.site.workspace,
		});
		expect(audit.items.map(({ did }) => did)).toEqual([
			'eraseVisitor',
			'eraseVisitor',
			'exportVisitor',
		]);
		expect(JSON.stringify(audit)).not.toContain('grace');
	});
});

describe('event names', () => {
	it('are listed with their counts, and can be registered or ignored', async () => {
		await visit(undefined, 'page.read');
		await visit(undefined, 'page.read');
		const change = (name: string, state: 'seen' | 'registered' | 'ignored') =>
			team.manage.ask(team.editor, 'changeEventName', { site, name, state });
		expect((await change('page.read', 'ignored')).body).toMatchObject({
			state: 'ignored',
			events: 2,
		});
		expect((await change('not.yet', 'registered')).body).toMatchObject({
			state: 'registered',
			first_seen_at: null,
			events: 0,
		});
		const first = await team.manage.ask(team.viewer, 'listEventNames', { site, limit: 2 });
		const rest = await team.manage.ask(team.viewer, 'listEventNames', {
			site,
			cursor: first.body.next!,
		});
		const items = [...first.body.items, ...rest.body.items];
		expect(items.map(({ name }) => name)).toEqual([
			'not.yet',
			'page.read',
			'rated',
			'something.else',
		]);
		expect(rest.body.next).toBe(null);
		expect((await change('page.read', 'seen')).body).toMatchObject({ state: 'seen' });
	});

	it('include events from past days, and come with the number of unlisted names', async () => {
		const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
		await team.sites.sql`
			insert into app.event_counts (site_id, name, day, events)
			values (${site}, 'page.read', ${day}, 40), (${site}, 'unlisted', ${day}, 5)`;
		const { body } = await team.manage.ask(team.viewer, 'listEventNames', { site });
		expect(body.items).toContainEqual(expect.objectContaining({ name: 'page.read', events: 42 }));
		expect(body.unlisted).toBe(1);
	});

	it('filter the recent events', async () => {
		const { body } = await team.manage.ask(team.viewer, 'listEvents', { site, name: 'page.read' });
		expect(body.items.map(({ name }) => name)).toEqual(['page.read', 'page.read']);
	});
});
