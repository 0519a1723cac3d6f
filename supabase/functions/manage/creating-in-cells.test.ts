// What is created in a cell is found by the directory at home.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createEventBatcher } from '../sdk/event-batcher.ts';
import { createDatabaseOf } from '../_shared/databases.ts';
import { createPool } from '../_shared/pool.ts';
import type { SitesInCells } from '../tests/cells.ts';
import { addPasskey } from '../tests/authenticator.ts';
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

describe('a workspace', () => {
	const names = ['home', 'one', 'two'] as const;

	/** Leaves one cell open to new workspaces. */
	async function openOnly(name: (typeof names)[number]): Promise<void> {
		await opened.sites.home.sql`
			update app.cells set state = case name when ${name} then 'open' else 'draining' end`;
	}

	const countWorkspaces = (id: string) =>
		Promise.all(
			names.map(async (name) => {
				const rows = await opened.sites[name].sql`select from app.workspaces where id = ${id}`;
				return rows.length;
			}),
		);

	it.each(names)(
		'is created in the open cell %s, with its owner and the audit log',
		async (name) => {
			await openOnly(name);
			const { status, body } = await manage.ask(person, 'createWorkspace', { name: 'New' });
			expect([status, body]).toEqual([200, { id: body.id, name: 'New', role: 'owner' }]);
			expect(await countWorkspaces(body.id)).toEqual(names.map((at) => (at === name ? 1 : 0)));
			const audit = await manage.ask(person, 'listAudit', { workspace: body.id });
			expect(audit.body.items.map(({ did }) => did)).toEqual(['createWorkspace']);
			const site = await manage.ask(person, 'createSite', { workspace: body.id, name: 'App' });
			expect(site.status).toBe(200);
		},
	);

	it('goes to the cell with the fewest', async () => {
		await opened.sites.home.sql`update app.cells set state = 'open'`;
		await Promise.all(Array.from({ length: 3 }, () => opened.makeSite('one')));
		const [counts] = await opened.sites.home.sql<{ least: string }[]>`
			select c.name as least from app.cells c
			left join app.placed_workspaces w on w.cell = c.number group by c.number order by count(w.id), c.number`;
		const { body } = await manage.ask(person, 'createWorkspace', { name: 'New' });
		const at = names.findIndex((name) => name === counts!.least);
		expect((await countWorkspaces(body.id)).indexOf(1)).toBe(at);
	});

	it('that the cell could not create is created by the same request, once', async () => {
		await openOnly('two');
		const key = { 'idempotency-key': crypto.randomUUID() };
		const create = () => manage.ask(person, 'createWorkspace', { name: 'New' }, key);
		const { sql } = opened.sites.two;
		await sql`alter table app.workspaces add constraint full_disk check (name <> 'New') not valid`;
		try {
			expect((await create()).status).toBe(500);
		} finally {
			await sql`alter table app.workspaces drop constraint full_disk`;
		}
		const { body } = await create();
		expect(await countWorkspaces(body.id)).toEqual([0, 0, 1]);
		expect((await create()).body).toEqual(body);
		const members = await sql`select from app.members where workspace_id = ${body.id}`;
		expect(members).toHaveLength(1);
	});

	it('is listed with those of the other cells', async () => {
		const owner = await world.signIn();
		const created: string[] = [];
		for (const name of names) {
			await openOnly(name);
			const { body } = await manage.ask(owner, 'createWorkspace', { name: `In ${name}` });
			created.push(body.id);
		}
		const { body } = await manage.ask(owner, 'whoami', {});
		expect(body.workspaces.map(({ id }) => id)).toEqual(created);
		expect(body.workspaces.map(({ name }) => name)).toEqual(['In home', 'In one', 'In two']);
	});

	it('is joined by an invitation, also in a cell', async () => {
		const invited = await world.signIn();
		const { body } = await manage.ask(person, 'invite', {
			workspace: site.workspace,
			email: invited.email,
			role: 'editor',
			name: 'Grace',
		});
		const secret = new URL(body.url).hash.slice(1);
		const accept = () => manage.ask(invited, 'acceptInvitation', { secret });
		const joined = await accept();
		expect(joined.body).toMatchObject({ id: site.workspace, role: 'editor' });
		expect((await accept()).body).toEqual(joined.body);
		const me = await manage.ask(invited, 'whoami', {});
		expect(me.body).toMatchObject({ name: 'Grace', workspaces: [{ id: site.workspace }] });
	});
});

describe('a person with workspaces in several databases', () => {
	it('keeps their passkeys until one owner of all of them removes them', async () => {
		const { home, one } = opened.sites;
		const member = await world.signIn();
		const shared = await opened.makeSite('home');
		await join(home.sql, shared.workspace, person);
		await join(home.sql, shared.workspace, member, 'editor');
		await addPasskey(home.sql, member);
		const other = await opened.makeSite('one');
		await join(one.sql, other.workspace, member, 'viewer');
		await home.sql`select app.reserve_person(${member.id}, 1::smallint)`;
		const reset = (workspace: string) =>
			manage.ask(person, 'resetPasskeys', { workspace, person: member.id });
		const count = async () =>
			(await home.sql`select from identity."passkey" where "userId" = ${member.id}`).length;
		expect((await reset(shared.workspace)).status).toBe(403);
		expect(await count()).toBe(1);
		await join(one.sql, other.workspace, person);
		// From the workspace in the cell, home removes them.
		expect((await reset(other.workspace)).status).toBe(200);
		expect(await count()).toBe(0);
		expect((await manage.ask(member, 'whoami', {})).status).toBe(401);
		const audited = await one.sql`
			select from app.audit_log where workspace_id = ${other.workspace} and did = 'resetPasskeys'`;
		expect(audited).toHaveLength(1);
		expect((await reset(shared.workspace)).status).toBe(409);
	});
});
