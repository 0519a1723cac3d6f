// Each request is for one person. Plain SQL statements check that no one else can decide it.
import { randomUUID } from 'node:crypto';

import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../harness.ts';
import { undone } from '../undone.ts';
import { people } from '../security/actors.ts';
import { outcomeFor } from '../security/outcome-for.ts';
import { createSite, type TestSite } from '../sites.ts';

let database: TestDatabase;
let site: TestSite;
beforeAll(async () => {
	database = await createDatabase();
	// Both may approve the action, but the request is for only one of them.
	site = await createSite(
		database.admin,
		{},
		{ [people.owner]: 'owner', [people.editor]: 'owner' },
	);
});
afterAll(() => database.close());

/** The outcome when `person` decides on a request of the owner's connection; rolled back afterwards. */
async function decide(person: string, how: 'approve' | 'deny', mutation = ''): Promise<string> {
	return undone(database.admin, async (sql) => {
		await sql.unsafe(mutation);
		const request = await requestFromOwner(sql);
		const run =
			how === 'approve'
				? sql`select app.approve_grant(${request}, 'once', 1, null, false)`
				: sql`select app.deny_grant(${request})`;
		return outcomeFor(sql, person, async () => {
			await run;
			return 'decided';
		});
	});
}

async function requestFromOwner(sql: TransactionSql): Promise<string> {
	const [connection, request] = [randomUUID(), randomUUID()];
	await sql`
		insert into app.connections (id, person_id, kind, name) values (${connection}, ${people.owner}, 'mcp', 'Editor')`;
	await sql`
		insert into app.connection_sites (connection_id, workspace_id, site_id)
		values (${connection}, ${site.workspace}, ${site.id})`;
	await sql`
		insert into app.grant_requests (id, connection_id, person_id, workspace_id, site_id, action)
		values (${request}, ${connection}, ${people.owner}, ${site.workspace}, ${site.id}, 'response:read')`;
	return request;
}

describe.each(['approve', 'deny'] as const)('to %s a request', (how) => {
	it('succeeds for the person of the connection', async () => {
		expect(await decide(people.owner, how)).toBe('decided');
	});

	it('fails for another owner of the workspace', async () => {
		expect(await decide(people.editor, how)).toBe('FB404');
	});

	it('would succeed for others if app.lock_request did not check the person', async () => {
		const [row] = await database.admin`
			select pg_get_functiondef('app.lock_request(uuid)'::regprocedure) as body`;
		const body = row!['body'] as string;
		const mutated = body.replace(' and r.person_id = app.person_id()', '');
		expect(mutated).not.toBe(body);
		expect(await decide(people.editor, how, mutated)).toBe('decided');
	});
});
