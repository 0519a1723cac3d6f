import { readAll } from '@feedback/client';
import { routes, type RouteName } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openManage, type TestManage } from '../../tests/manage.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../../tests/sdk.ts';
import { openSites, type TestSite, type TestSites } from '../../tests/sites.ts';
import type { EventsResponse } from '../../../../contract/src/wire.ts';

let sites: TestSites;
let manage: TestManage;
let sdk: TestSdk;
let site: TestSite;
let owner: TestPerson;
let viewer: TestPerson;
let prompt: string;

beforeAll(async () => {
	sites = await openSites();
	manage = openManage(sites.manageUrl);
	sdk = openSdk(sites.ingestUrl);
	[owner, viewer] = await Promise.all([signIn(), signIn()]);
	site = await sites.makeSite({}, 'Reports');
	const other = await sites.makeSite({}, 'Someone else');
	await join(sites.sql, site.workspace, owner);
	await join(sites.sql, site.workspace, viewer, 'viewer');
	await join(sites.sql, other.workspace, await signIn());
	prompt = await sites.publish(site.siteId, {
		survey_id: 'rated',
		name: 'Rated',
		trigger: { events: ['rated'] },
	});
	await sites.publish(other.siteId, { survey_id: 'foreign', trigger: { events: ['rated'] } });
	await rate(other.siteId, 'foreigner', 1);
});

afterAll(async () => {
	await sdk.end();
	await manage.end();
	await sites.end();
});

/** Reads the route's response, which must match the contract. */
async function read<Name extends RouteName>(person: TestPerson, name: Name, path: string) {
	const answer = await manage.call(person, path);
	expect(answer.body['error']).toBe(undefined);
	return routes[name].output.parse(answer.body) as Record<string, unknown> & {
		items: Record<string, unknown>[];
		next: string | null;
		latest: string | null;
	};
}

async function report(siteId: string, name: string, more: Record<string, unknown> = {}) {
	const request = {
		...newCaller(siteId, sdk.clock.now),
		events: [newEvent(name, sdk.clock.now, { properties: { format: 'pdf' } })],
		decide: true,
		...more,
	};
	const { body } = await sdk.post<EventsResponse>('/events', request);
	return { id: request.events[0]!.id, visitor: request.visitor, decision: body.decision };
}

async function rate(siteId: string, account: string, score: number) {
	const { decision } = await report(siteId, 'rated', {
		identify: { account, traits: { plan: 'pro' } },
	});
	if (decision?.reason !== 'displayed') throw new Error(decision?.reason);
	const { id: display, secret } = decision.display;
	const answer = { site: siteId, display, secret, seq: 1, final: true, answers: { score } };
	await sdk.post('/answer', answer);
	return display;
}

it('whoami returns only the person and their workspaces', async () => {
	expect(await read(owner, 'whoami', '/whoami')).toEqual({
		kind: 'person',
		connection: null,
		grants: [],
		person: owner.id,
		email: owner.email,
		name: null,
		has_passkey: false,
		workspaces: [{ id: site.workspace, name: 'Reports', role: 'owner' }],
		agents_paused: [],
	});
	expect(await read(viewer, 'whoami', '/whoami')).toMatchObject({
		workspaces: [{ role: 'viewer' }],
	});
});

it('listSites returns the sites of a workspace', async () => {
	const { items } = await read(owner, 'listSites', `/workspaces/${site.workspace}/sites`);
	expect(items).toMatchObject([{ id: site.id, site_id: site.siteId, name: 'Reports' }]);
});

it('prompts are listed with their figures', async () => {
	await rate(site.siteId, 'figures', 3);
	const { items } = await read(viewer, 'listPrompts', `/sites/${site.id}/prompts`);
	expect(items).toHaveLength(1);
	expect(items[0]).toMatchObject({
		id: prompt,
		survey_id: 'rated',
		name: 'Rated',
		state: 'published',
		published_revision: 1,
		latest_revision: 1,
		displays: 1,
		responses: 1,
	});
});

describe('events', () => {
	it('contain the decision and its subject', async () => {
		sdk.clock.now += 1;
		const { id, visitor } = await report(site.siteId, 'page.read', {
			identify: { account: 'user_1' },
		});
		const { items } = await read(viewer, 'listEvents', `/sites/${site.id}/events`);
		expect(items[0]).toMatchObject({
			id,
			visitor,
			name: 'page.read',
			properties: { format: 'pdf' },
			verified: false,
			account: 'user_1',
			reason: 'no_prompt',
			survey_id: null,
			bot: false,
		});
	});

	it('are read page by page, each once, the newest first', async () => {
		for (let sent = 0; sent < 7; sent++) {
			await report(site.siteId, 'paged');
			sdk.clock.now += 1;
		}
		const seen: string[] = [];
		let cursor: string | null = '';
		let pages = 0;
		while (cursor !== null && pages < 20) {
			const query: string = cursor && `&cursor=${cursor}`;
			const page = await read(owner, 'listEvents', `/sites/${site.id}/events?limit=3${query}`);
			seen.push(...page.items.map((event) => String(event['id'])));
			cursor = page.next;
			pages++;
		}
		const rows = await sites.sql<{ id: string }[]>`
			select id from app.event_details where site_id = ${site.id} order by id desc`;
		expect(seen).toEqual(rows.map((row) => row.id));
		expect(pages).toBe(Math.ceil(rows.length / 3));
	});

	it('are found by their time of arrival, however old they are', async () => {
		const first = await read(owner, 'listEvents', `/sites/${site.id}/events?limit=1`);
		const late = newEvent('was.offline', sdk.clock.now - 3_600_000);
		const before = sdk.clock.now;
		sdk.clock.now = Date.now() + 1_000;
		await sdk.post('/events', { ...newCaller(site.siteId, before), events: [late], decide: false });
		sdk.clock.now = before;
		const path = `/sites/${site.id}/events?after=${first.latest}`;
		const since = await read(owner, 'listEvents', path);
		expect(since.items.map((event) => event['id'])).toContain(late.id);
		const later = new Date(Date.now() + 60_000).toISOString();
		const none = await read(owner, 'listEvents', `/sites/${site.id}/events?after=${later}`);
		expect(none.items).toEqual([]);
	});
});

describe('responses', () => {
	it('are listed with their answers and the traits at that time, the last changed first', async () => {
		const older = await rate(site.siteId, 'user_2', 2);
		sdk.clock.now += 10;
		const newer = await rate(site.siteId, 'user_3', 5);
		const page = await read(viewer, 'listResponses', `/sites/${site.id}/responses?limit=1`);
		expect(page.items).toMatchObject([
			{
				id: newer,
				prompt,
				survey_id: 'rated',
				revision: 1,
				answers: { score: 5 },
				final: true,
				account: 'user_3',
				traits: { plan: 'pro' },
			},
		]);
		const next = await read(
			viewer,
			'listResponses',
			`/sites/${site.id}/responses?limit=1&cursor=${page.next}`,
		);
		expect(next.items).toMatchObject([{ id: older }]);
	});

	// JavaScript dates have only millisecond precision; these rows differ by microseconds.
	it.each(['listPrompts', 'listResponses'] as const)(
		'and prompts with the same time are each on only one page of %s',
		async (name) => {
			const crowded = await sites.makeSite({}, 'Crowded');
			await join(sites.sql, crowded.workspace, owner);
			for (let at = 0; at < 4; at++) {
				await sites.publish(crowded.siteId, {
					survey_id: `rated-${at}`,
					name: 'Rated',
					trigger: { events: ['rated'] },
				});
				await rate(crowded.siteId, `crowd_${at}`, at + 1);
			}
			const moment = '2026-06-15T12:00:00.5';
			await sites.sql`
				update app.prompts p set created_at = ${moment}::text::timestamptz + n * interval '300 microseconds'
				from (select id, row_number() over () / 2 as n from app.prompts where site_id = ${crowded.id}) o
				where p.site_id = ${crowded.id} and p.id = o.id`;
			await sites.sql`
				update app.responses r set updated_at = ${moment}::text::timestamptz + n * interval '300 microseconds'
				from (select display_id, row_number() over () / 2 as n from app.responses
					where site_id = ${crowded.id}) o
				where r.site_id = ${crowded.id} and r.display_id = o.display_id`;
			const path = `/sites/${crowded.id}/${name === 'listPrompts' ? 'prompts' : 'responses'}?limit=1`;
			const items = await readAll((cursor) =>
				read(owner, name, cursor ? `${path}&cursor=${cursor}` : path),
			);
			expect(items).toHaveLength(4);
			expect(new Set(items.map(({ id }) => id)).size).toBe(4);
		},
	);

	it('of other sites are not listed', async () => {
		const { items } = await read(owner, 'listResponses', `/sites/${site.id}/responses?limit=200`);
		expect(items.map((response) => response['account'])).not.toContain('foreigner');
	});
});
