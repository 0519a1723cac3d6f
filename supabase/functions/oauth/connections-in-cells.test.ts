// Clients that people connect to sites in several databases.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createPool } from '../_shared/pool.ts';
import { type CellName, waitFor } from '../tests/cells.ts';
import { type ManagedCells, openManagedCells } from '../tests/managed-cells.ts';
import {
	approve,
	beginAuthorization,
	openSignIn,
	type TestSignIn,
	writeExchange,
	writeRequest,
} from '../tests/oauth.ts';
import { join, type TestPerson } from '../tests/people.ts';
import type { TestSite } from '../tests/sites.ts';

let world: ManagedCells;
let server: TestSignIn;
const cleanup = new AsyncDisposableStack();
beforeAll(async () => {
	world = await openManagedCells();
	cleanup.defer(() => world.end());
	const { home, one, two } = world.opened.sites;
	const open = (url: string) => {
		const sql = createPool(url, 'oauth', { size: 2 });
		cleanup.defer(() => sql.end());
		return sql;
	};
	const opened = await openSignIn({
		home: open(home.manageUrl),
		cells: new Map([
			['one', open(one.manageUrl)],
			['two', open(two.manageUrl)],
		]),
		keyring: world.manage.keyring,
	});
	cleanup.defer(() => opened.end());
	server = { ...opened, manage: world.manage };
}, 240_000);
afterAll(() => cleanup.disposeAsync());

let person: TestPerson;
let sites: Record<CellName, TestSite>;
beforeEach(async () => {
	server.clock.now = Date.now();
	person = await world.signIn();
	const make = async (name: CellName) => {
		const site = await world.opened.makeSite(name);
		await join(world.opened.sites[name].sql, site.workspace, person);
		return site;
	};
	sites = { home: await make('home'), one: await make('one'), two: await make('two') };
	for (const number of [1, 2]) {
		await world.opened.sites.home.sql`
			select app.reserve_person(${person.id}, ${number}::smallint)`;
	}
});

/** A client that the person connects to the sites. */
async function connectTo(chosen: TestSite[], actions: ('prompt:draft' | 'response:read')[] = []) {
	const asked = writeRequest({ scope: ['connect', ...actions].join(' ') });
	const authorization = await beginAuthorization(server, asked);
	const code = await approve(server, person, authorization, {
		sites: chosen.map(({ id }) => id),
		actions,
	});
	const { body } = await server.post('/token', writeExchange(asked, code));
	return { ...person, token: String(body['access_token']) };
}

const listIn = async (client: TestPerson, { id }: TestSite) =>
	(await world.manage.ask(client, 'listPrompts', { site: id })).status;

describe('a client', () => {
	it('has the chosen sites at once, in every cell, and no other', async () => {
		const other = await world.opened.makeSite('two');
		await join(world.opened.sites.two.sql, other.workspace, person);
		const client = await connectTo([sites.home, sites.one, sites.two]);
		for (const site of Object.values(sites)) expect(await listIn(client, site)).toBe(200);
		expect(await listIn(client, other)).toBe(404);
		const audited = await world.opened.sites.two.sql`
			select did, kind, subject from app.audit_log where workspace_id = ${sites.two.workspace}`;
		expect(audited).toEqual([
			{ did: 'approveAuthorization', kind: 'person', subject: expect.any(String) },
		]);
	});

	it('has what was approved with it, once', async () => {
		const client = await connectTo([sites.one], ['response:read']);
		const read = () => world.manage.ask(client, 'listResponses', { site: sites.one.id } as never);
		expect((await read()).status).toBe(200);
		const { body } = await world.manage.ask(person, 'listGrants', {});
		expect(body.items).toMatchObject([{ action: 'response:read', site: sites.one.id }]);
		await world.manage.ask(person, 'revokeGrant', { grant: body.items[0]!.id });
		await world.opened.sites.one.sql`select app.follow_home()`;
		expect((await read()).status).toBe(403);
	});

	it('is connected later to the sites of a cell that did not hear of it', async () => {
		const { one } = world.opened.databases.cells;
		const asked = writeRequest();
		const authorization = await beginAuthorization(server, asked);
		const code = await approve(server, person, authorization, { sites: [sites.one.id] });
		await one.setCopying(false);
		const { body } = await server.post('/token', writeExchange(asked, code));
		await one.setCopying(true);
		const client = { ...person, token: String(body['access_token']) };
		await waitFor(one.admin, (sql) => sql`select where app.copies_lag() < interval '1 second'`);
		expect(await listIn(client, sites.one)).toBe(404);
		await one.admin`select app.follow_home()`;
		expect(await listIn(client, sites.one)).toBe(200);
	});

	it('does not come back after its person has left', async () => {
		const client = await connectTo([sites.one]);
		const owner = await world.signIn();
		const { sql } = world.opened.sites.one;
		await join(sql, sites.one.workspace, owner);
		const { status } = await world.manage.ask(owner, 'removeMember', {
			workspace: sites.one.workspace,
			person: person.id,
		});
		expect(status).toBe(200);
		await join(sql, sites.one.workspace, person);
		await sql`select app.follow_home()`;
		expect(await listIn(client, sites.one)).toBe(404);
	});

	it('is not approved for a site of others', async () => {
		const other = await world.opened.makeSite('one');
		const authorization = await beginAuthorization(server, writeRequest());
		await world.manage.ask(person, 'getAuthorization', { authorization });
		const { status, error } = await world.manage.ask(person, 'approveAuthorization', {
			authorization,
			sites: [sites.home.id, other.id],
			actions: [],
		});
		expect([status, error.message]).toEqual([404, 'You have no such site.']);
	});
});

describe('a CI token', () => {
	it('of a workspace in a cell works there at once, and ends when it is revoked', async () => {
		const { workspace } = sites.one;
		const made = await world.manage.ask(person, 'createCiToken', {
			workspace,
			name: 'Pipeline',
			sites: [sites.one.id],
			actions: ['prompt:draft'],
			days: 30,
		});
		expect(made.status).toBe(200);
		const { id, token } = made.body as unknown as { id: string; token: string };
		const pipeline = { ...person, token };
		expect(await listIn(pipeline, sites.one)).toBe(200);
		expect(await listIn(pipeline, sites.home)).toBe(404);
		const listed = await world.manage.ask(person, 'listCiTokens', { workspace });
		expect(listed.body.items).toMatchObject([{ id, sites: [sites.one.id] }]);
		const revoked = await world.manage.ask(person, 'revokeCiToken', { workspace, connection: id });
		expect(revoked.status).toBe(200);
		expect(await listIn(pipeline, sites.one)).toBe(401);
		const [at] = await world.opened.sites.home.sql<{ ended: boolean }[]>`
			select revoked_at is not null as ended from app.connections where id = ${id}`;
		expect(at).toEqual({ ended: true });
	});

	it('leaves nothing that works if its cell fails after home', async () => {
		const { sql } = world.opened.sites.one;
		await sql`alter table app.grants add constraint full_disk check (false) not valid`;
		const made = await world.manage.ask(person, 'createCiToken', {
			workspace: sites.one.workspace,
			name: 'Pipeline',
			sites: [sites.one.id],
			actions: ['prompt:draft'],
			days: 30,
		});
		await sql`alter table app.grants drop constraint full_disk`;
		expect(made.status).toBe(500);
		const seen = await sql`
			select from app.connection_sites k join app.connections c on c.id = k.connection_id
			where c.person_id = ${person.id}`;
		expect(seen).toHaveLength(0);
	});
});
