// What is created in a cell is found by the directory at home.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createEventBatcher } from '../sdk/event-batcher.ts';
import { createDatabaseOf } from '../_shared/databases.ts';
import { createPool } from '../_shared/pool.ts';
import type { SitesInCells } from '../tests/cells.ts';
import { backendEvent, openEvents } from '../tests/events.ts';
import type { TestManage } from '../tests/manage.ts';
import { type ManagedCells, openManagedCells } from '../tests/managed-cells.ts';
import { join, type TestPerson } from '../tests/people.ts';
import { newCaller, newEvent, openSdk } from '../tests/sdk.ts';
import type { TestSite } from '../tests/sites.ts';

let opened: SitesInCells;
let world: ManagedCells;
let manage: TestManage;
const cleanup = new AsyncDisposableStack();
beforeAll(async () => {
	world = await openManagedCells();
	cleanup.defer(() => world.end());
	({ opened, manage } = world);
}, 240_000);
afterAll(() => cleanup.disposeAsync());

let person: TestPerson;
let site: TestSite;
beforeEach(async () => {
	person = await world.signIn();
	site = await opened.makeSite('one');
	await join(opened.sites.one.sql, site.workspace, person);
});

function openPool(url: string) {
	const sql = createPool(url, 'cell', { size: 2 });
	cleanup.defer(() => sql.end());
	return sql;
}

describe('in a cell', () => {
	it('a site that a person creates gets events', async () => {
		const { body, status } = await manage.ask(person, 'createSite', {
			workspace: site.workspace,
			name: 'Another',
		});
		expect(status).toBe(200);
		const one = openPool(opened.sites.one.ingestUrl);
		const cells = new Map([['one', { sql: one, report: createEventBatcher(one) }]]);
		const sdk = openSdk(opened.sites.home.ingestUrl, { cells });
		cleanup.defer(() => sdk.end());
		const { now } = sdk.clock;
		const reported = await sdk.post('/events', {
			...newCaller(body.site_id, now),
			decide: true,
			events: [newEvent('report.exported', now)],
		});
		expect(reported.status).toBe(200);
		expect(await opened.sites.one.countEvents(body.site_id)).toBe(1);
	});

	it('sample data is found', async () => {
		const { body } = await manage.ask(person, 'addSampleSite', { workspace: site.workspace });
		const { status } = await manage.ask(person, 'getSite', { site: body.id });
		expect(status).toBe(200);
	});

	it('a site key that a person creates is accepted', async () => {
		const { body } = await manage.ask(person, 'createSiteKey', { site: site.id, name: 'Backend' });
		const one = openPool(opened.sites.one.ingestUrl);
		const home = openPool(opened.sites.home.ingestUrl);
		const databaseOf = createDatabaseOf(home, new Map([['one', one]]));
		const events = openEvents(opened.sites.home.ingestUrl, manage.keyring, { databaseOf });
		cleanup.defer(() => events.end());
		const sent = { events: [backendEvent('ada', 'invoice.paid')] };
		expect((await events.post(body.secret, sent)).status).toBe(200);
	});

	it('a link to results opens', async () => {
		const prompt = await opened.sites.one.publish(site.siteId, { survey_id: 'score' });
		const { body } = await manage.ask(person, 'createResultLink', {
			site: site.id,
			prompt,
			name: 'Board',
			days: 7,
		});
		const token = new URL(body.url).hash.slice(1);
		const headers = { authorization: `Bearer ${token}` };
		const shared = await manage.call(undefined, '/shared-results', { headers });
		expect(shared.status).toBe(200);
		expect(shared.body).toMatchObject({ name: 'Board' });
	});

	it('a site is not created with the UUID of one elsewhere', async () => {
		const elsewhere = await opened.makeSite('two');
		const { status, error } = await manage.ask(person, 'createSite', {
			workspace: site.workspace,
			name: 'Another',
			id: elsewhere.id,
		});
		expect([status, error.code]).toEqual([409, 'conflict']);
		expect(await opened.sites.one.sql`select from app.sites where id = ${elsewhere.id}`).toEqual(
			[],
		);
	});

	it('who may not create a site reserves none', async () => {
		const stranger = await world.signIn();
		const id = crypto.randomUUID();
		const input = { workspace: site.workspace, name: 'Another', id };
		expect((await manage.ask(stranger, 'createSite', input)).status).toBe(404);
		expect(await opened.sites.home.sql`select from app.placed_sites where id = ${id}`).toEqual([]);
	});

	it('nothing is created while home cannot reserve it', async () => {
		const down = new URL(opened.sites.home.manageUrl);
		down.port = '1';
		const server = world.openServer(down.href);
		const { status } = await server.ask(person, 'createSite', {
			workspace: site.workspace,
			name: 'Another',
		});
		expect(status).toBe(503);
		const sites = await opened.sites.one.sql`
			select from app.sites where workspace_id = ${site.workspace}`;
		expect(sites).toHaveLength(1);
	});
});
