// What a person has in several databases: lists of all, and single things by an ID that only their database knows.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type CellName, type SitesInCells, waitFor } from '../tests/cells.ts';
import { connect, type TestConnection } from '../tests/connections.ts';
import type { TestManage } from '../tests/manage.ts';
import { type ManagedCells, openManagedCells } from '../tests/managed-cells.ts';
import { join, type TestPerson } from '../tests/people.ts';
import type { TestSite } from '../tests/sites.ts';

const names: CellName[] = ['home', 'one', 'two'];

let opened: SitesInCells;
let world: ManagedCells;
let manage: TestManage;
beforeAll(async () => {
	world = await openManagedCells();
	({ opened, manage } = world);
}, 240_000);
afterAll(() => world.end());

let person: TestPerson;
let sites: Record<CellName, TestSite>;
let agent: TestConnection;
beforeEach(async () => {
	person = await world.signIn();
	const made: [CellName, TestSite][] = [];
	for (const name of names) {
		const site = await opened.makeSite(name);
		await join(opened.sites[name].sql, site.workspace, person);
		if (name !== 'home') {
			const number = name === 'one' ? 1 : 2;
			await opened.sites.home.sql`select app.reserve_person(${person.id}, ${number}::smallint)`;
		}
		made.push([name, site]);
	}
	sites = Object.fromEntries(made) as typeof sites;
	agent = await connect(opened.sites.home.sql, manage, person, [sites.home.id]);
	for (const name of ['one', 'two'] as const) {
		const { sql } = opened.sites[name];
		await waitFor(sql, (copy) => copy`select from app.connections where id = ${agent.id}`);
		await sql`
			insert into app.connection_sites (connection_id, workspace_id, site_id)
			values (${agent.id}, ${sites[name].workspace}, ${sites[name].id})`;
	}
});

async function askIn(name: CellName): Promise<string> {
	const asked = await manage.ask(agent, 'requestGrant', {
		action: 'prompt:draft',
		site: sites[name].id,
	});
	expect(asked.status).toBe(200);
	return asked.body.id;
}

describe('requests of a connection', () => {
	it('are listed from all databases, the newest first, page by page', async () => {
		const asked: string[] = [];
		for (const name of [...names, ...names].slice(0, 3)) asked.unshift(await askIn(name));
		const seen: string[] = [];
		let cursor: string | undefined;
		do {
			const { status, body } = await manage.ask(person, 'listGrantRequests', {
				limit: 1,
				...(cursor && { cursor }),
			});
			expect(status).toBe(200);
			expect(body.items).toHaveLength(1);
			seen.push(body.items[0]!.id);
			cursor = body.next ?? undefined;
		} while (cursor);
		expect(seen).toEqual(asked);
	});

	it.each(names)('in %s are read, approved and their grants given up by their ID', async (name) => {
		const request = await askIn(name);
		const read = await manage.ask(person, 'getGrantRequest', { request });
		expect([read.status, read.body.site]).toEqual([200, sites[name].id]);
		const { status, body } = await manage.ask(person, 'approveGrant', { request, mode: 'until' });
		expect(status).toBe(200);
		const own = await manage.ask(agent, 'getGrantRequest', { request });
		expect(own.body.state).toBe('approved');
		const listed = await manage.ask(person, 'listGrants', {});
		expect(listed.body.items.map(({ id }) => id)).toEqual([body.id]);
		expect((await manage.ask(person, 'revokeGrant', { grant: body.id })).status).toBe(200);
		expect((await manage.ask(person, 'listGrants', {})).body.items).toEqual([]);
	});

	it('in a cell are denied by their ID', async () => {
		const request = await askIn('two');
		const { body } = await manage.ask(person, 'denyGrant', { request, reason: 'Not now' });
		expect(body).toMatchObject({ state: 'denied', reason: 'Not now' });
	});

	it('that nobody made are not found, as without cells, and so are those of others', async () => {
		const request = await askIn('two');
		const other = await world.signIn();
		for (const [who, id] of [
			[person, crypto.randomUUID()],
			[other, request],
		] as const) {
			const { status, error } = await manage.ask(who, 'getGrantRequest', { request: id });
			expect([status, error.message]).toEqual([404, 'There is no such request for you.']);
		}
	});
});

describe('a connection', () => {
	it('is listed with its sites and its last action in every cell', async () => {
		await askIn('home');
		await askIn('two');
		const { body } = await manage.ask(person, 'listConnections', {});
		expect(body.items).toMatchObject([
			{
				id: agent.id,
				sites: names.map((name) => sites[name].id).sort(),
				last_action: { operation: 'requestGrant', site: sites.two.id },
			},
		]);
	});
});

describe('deletions', () => {
	it('are listed from all databases, or of one workspace', async () => {
		for (const name of ['home', 'one'] as const) {
			const { status } = await manage.ask(person, 'deleteSite', {
				site: sites[name].id,
				confirm: 'Reports',
			});
			expect(status).toBe(200);
		}
		const all = await manage.ask(person, 'listDeletions', {});
		expect(all.body.items.map(({ site }) => site)).toEqual([sites.one.id, sites.home.id]);
		const { body } = await manage.ask(person, 'listDeletions', { workspace: sites.one.workspace });
		expect(body.items).toHaveLength(1);
	});
});

describe('while a cell gets no changes of home', () => {
	it('lists over cells are unavailable rather than shorter', async () => {
		await askIn('home');
		const { two } = opened.databases.cells;
		await two.setCopying(false);
		try {
			for (;;) {
				const { status } = await manage.ask(person, 'listGrantRequests', {});
				if (status === 503) break;
				expect(status).toBe(200);
			}
		} finally {
			await two.setCopying(true);
		}
		await waitFor(two.admin, (sql) => sql`select where app.copies_lag() < interval '1 second'`);
		expect((await manage.ask(person, 'listGrantRequests', {})).body.items).toHaveLength(1);
	});
});
