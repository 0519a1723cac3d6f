// What ends with a membership or a role, and what does not. Plain SQL statements change the member.
import { randomBytes, randomUUID } from 'node:crypto';

import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../harness.ts';
import { createSite, type TestSite } from '../sites.ts';
import { undone } from '../undone.ts';
import { people } from './actors.ts';

const { owner, editor: person, viewer: colleague } = people;
let database: TestDatabase;
let site: TestSite;
let other: TestSite;
beforeAll(async () => {
	database = await createDatabase();
	const members = { [owner]: 'owner', [person]: 'owner', [colleague]: 'editor' } as const;
	site = await createSite(database.admin, {}, members);
	other = await createSite(database.admin, {}, members);
});
afterAll(() => database.close());

const leave = (sql: TransactionSql) => sql`
	delete from app.members where workspace_id = ${site.workspace} and person_id = ${person}`;
const become = (sql: TransactionSql, role: string) => sql`
	update app.members set role = ${role} where workspace_id = ${site.workspace} and person_id = ${person}`;

type Approved = { by?: string; sites?: string[]; granted?: string[] };

/** A sign-in of a tool that was approved, and waits for its code to be redeemed. */
async function approveSignIn(sql: TransactionSql, given: Approved = {}): Promise<string> {
	const { by = person, sites = [site.id], granted = [] } = given;
	const id = randomUUID();
	await sql`
		insert into app.authorization_requests (id, client_id, client_kind, client_name, redirect_uri, redirect_host, challenge,
			resource, asked, created_at, expires_at, person_id, sites, granted, code_hash)
		values (${id}, 'x', 'x', 'x', 'x', 'x', 'x', 'x', '{}', now(), now() + interval '1 hour', ${by},
			array(select jsonb_array_elements_text(${sql.json(sites)}))::uuid[],
			array(select jsonb_array_elements_text(${sql.json(granted)})), ${randomBytes(32)})`;
	return id;
}

async function approveDevice(sql: TransactionSql, given: Approved = {}): Promise<string> {
	const { by = person, sites = [site.id] } = given;
	const id = randomUUID();
	const letters = Array.from(randomBytes(8), (byte) => 'BCDFGHJKLMNPQRSTVWXZ'[byte % 20]).join('');
	await sql`
		insert into app.device_requests (id, device_hash, user_code, client_id, device_name, resource, created_at, expires_at,
			state, person_id, sites)
		values (${id}, ${randomBytes(32)}, ${letters}, 'x', 'x', 'x', now(), now() + interval '1 hour', 'approved', ${by},
			array(select jsonb_array_elements_text(${sql.json(sites)}))::uuid[])`;
	return id;
}

/** Which of these sign-ins can still be redeemed. */
async function listRedeemable(sql: TransactionSql, ids: string[]): Promise<string[]> {
	const rows = await sql<{ id: string }[]>`
		select id from app.authorization_requests where code_hash is not null
		union all select id from app.device_requests where state = 'approved'`;
	return ids.filter((id) => rows.some((row) => row.id === id));
}

async function createConnection(
	sql: TransactionSql,
	{ kind = 'mcp', sites = [site] } = {},
): Promise<string> {
	const id = randomUUID();
	await sql`
		insert into app.connections (id, person_id, kind, name) values (${id}, ${person}, ${kind}, 'Editor')`;
	for (const one of sites) {
		await sql`
			insert into app.connection_sites (connection_id, workspace_id, site_id) values (${id}, ${one.workspace}, ${one.id})`;
	}
	return id;
}

/** A grant, by what became of it. */
async function grant(
	sql: TransactionSql,
	connection: string,
	{
		action = 'prompt:publish',
		is = 'open',
	}: { action?: string; is?: 'open' | 'used' | 'over' } = {},
): Promise<string> {
	const id = randomUUID();
	await sql`
		insert into app.grants (id, connection_id, workspace_id, site_id, action, mode, approved_by, expires_at, consumed_at)
		values (${id}, ${connection}, ${site.workspace}, ${site.id}, ${action}, ${is === 'used' ? 'once' : 'until'}, ${person},
			now() + ${is === 'over' ? '-1 hour' : '1 hour'}::interval, ${is === 'used' ? new Date() : null})`;
	return id;
}

describe('an approved sign-in that was not redeemed yet', () => {
	it('ends with the membership if it names a site there, or creates sites', async () => {
		await undone(database.admin, async (sql) => {
			const ended = [
				await approveSignIn(sql),
				await approveSignIn(sql, { granted: ['prompt:draft'] }),
				await approveSignIn(sql, { sites: [], granted: ['site:create'] }),
				await approveDevice(sql),
			];
			const stays = [
				await approveSignIn(sql, { sites: [other.id] }),
				await approveSignIn(sql, { sites: [], granted: [] }),
				await approveSignIn(sql, { by: colleague }),
				await approveDevice(sql, { sites: [other.id] }),
				await approveDevice(sql, { by: colleague }),
			];
			await leave(sql);
			expect(await listRedeemable(sql, [...ended, ...stays])).toEqual(stays);
		});
	});

	it('ends with the role if that allowed what was granted', async () => {
		await undone(database.admin, async (sql) => {
			const ended = [await approveSignIn(sql, { granted: ['prompt:draft', 'prompt:publish'] })];
			const stays = [
				await approveSignIn(sql, { granted: ['response:read'] }),
				await approveSignIn(sql, { granted: [] }),
				await approveDevice(sql),
			];
			await become(sql, 'viewer');
			expect(await listRedeemable(sql, [...ended, ...stays])).toEqual(stays);
		});
	});
});

describe('a grant', () => {
	const listRevoked = async (sql: TransactionSql, ids: string[]) => {
		const rows = await sql<
			{ id: string }[]
		>`select id from app.grants where revoked_at is not null`;
		return ids.filter((id) => rows.some((row) => row.id === id));
	};

	it('ends with the membership, unless it was used or is over', async () => {
		await undone(database.admin, async (sql) => {
			// A connection without any site left ends with all its grants.
			const connection = await createConnection(sql, { sites: [site, other] });
			const open = await grant(sql, connection);
			const used = await grant(sql, connection, { is: 'used' });
			const over = await grant(sql, connection, { is: 'over' });
			await leave(sql);
			expect(await listRevoked(sql, [open, used, over])).toEqual([open]);
		});
	});

	it('ends with the role only if the role allowed it', async () => {
		await undone(database.admin, async (sql) => {
			const connection = await createConnection(sql);
			const draft = await grant(sql, connection);
			const read = await grant(sql, connection, { action: 'response:read' });
			await become(sql, 'viewer');
			expect(await listRevoked(sql, [draft, read])).toEqual([draft]);
		});
	});

	it('of a connection that was revoked before is not recorded as lost', async () => {
		await undone(database.admin, async (sql) => {
			const connection = await createConnection(sql);
			await grant(sql, connection);
			await sql`update app.connections set revoked_at = now() where id = ${connection}`;
			await leave(sql);
			expect([...(await sql`select from app.lost_access`)]).toEqual([]);
		});
	});

	it('asked for stays pending while the role allows it', async () => {
		await undone(database.admin, async (sql) => {
			const connection = await createConnection(sql);
			for (const action of ['prompt:draft', 'response:read']) {
				await sql`
					insert into app.grant_requests (connection_id, person_id, workspace_id, site_id, action)
					values (${connection}, ${person}, ${site.workspace}, ${site.id}, ${action})`;
			}
			await become(sql, 'viewer');
			const requests = await sql`select action, state from app.grant_requests order by action`;
			expect([...requests]).toEqual([
				{ action: 'prompt:draft', state: 'denied' },
				{ action: 'response:read', state: 'pending' },
			]);
		});
	});
});

describe('a token for pipelines', () => {
	const listSites = (sql: TransactionSql) => sql`
		select site_id as site from app.connection_sites where workspace_id = ${site.workspace}`;

	it('loses its sites with the role of an owner, in one entry of the audit log', async () => {
		await undone(database.admin, async (sql) => {
			const connection = await createConnection(sql, { kind: 'ci' });
			await grant(sql, connection, { action: 'response:read' });
			await become(sql, 'editor');
			expect([...(await listSites(sql))]).toEqual([]);
			const entries = await sql<
				{ did: string }[]
			>`select did from app.audit_log where did like 'revoke%'`;
			expect(entries.map(({ did }) => did)).toEqual(['revokeCiToken']);
		});
	});

	it('keeps them when its person becomes an owner', async () => {
		await undone(database.admin, async (sql) => {
			await become(sql, 'editor');
			await createConnection(sql, { kind: 'ci' });
			await become(sql, 'owner');
			expect([...(await listSites(sql))]).toEqual([{ site: site.id }]);
		});
	});
});
