// Whether a person's connections may have read responses, and who is named for what a connection gave up.
import { randomUUID } from 'node:crypto';

import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../harness.ts';
import { actAs, people } from '../security/actors.ts';
import { outcomeFor } from '../security/outcome-for.ts';
import { undone } from '../undone.ts';
import { connect, type Given, type Scene, setScene } from './scene.ts';

let database: TestDatabase;
let scene: Scene;
beforeAll(async () => {
	database = await createDatabase();
	scene = await setScene(database.admin);
});
afterAll(() => database.close());

async function mayHaveRead(sql: TransactionSql, connection: string, site = scene.site.id) {
	await actAs(sql, { name: 'agent', role: 'feedback_agent', connection });
	const [row] = await sql<[{ may: boolean }]>`select app.may_have_read(${site}) as may`;
	await sql`reset role`;
	return row.may;
}

describe('responses may have been read', () => {
	it.each<[string, Partial<Given>, boolean]>([
		['with a grant', {}, true],
		['with a grant that was used up', { mode: 'once', consumed: true }, true],
		['with a grant that the connection gave back', { givenBack: true }, true],
		['not with a grant that the person revoked', { revoked: true }, false],
		['not with a grant that has expired', { expired: true }, false],
		[
			'not with a grant that was given back and has expired',
			{ givenBack: true, expired: true },
			false,
		],
		['not with a grant for something else', { action: 'prompt:draft' }, false],
	])('%s', async (_, given, expected) => {
		await undone(database.admin, async (sql) => {
			await connect(sql, scene, [{ action: 'response:read', ...given }]);
			// By another connection of the same person.
			expect(await mayHaveRead(sql, await connect(sql, scene, []))).toBe(expected);
		});
	});

	it('not of another site, and not by the connection of another person', async () => {
		await undone(database.admin, async (sql) => {
			const reader = await connect(sql, scene, [{ action: 'response:read' }]);
			expect(await mayHaveRead(sql, reader)).toBe(true);
			expect(await mayHaveRead(sql, reader, scene.elsewhere.id)).toBe(false);
			const other = await connect(sql, scene, []);
			await sql`update app.connections set person_id = ${people.demoted} where id = ${other}`;
			expect(await mayHaveRead(sql, other)).toBe(false);
		});
	});
});

describe('what a person decides', () => {
	const entries = async (sql: TransactionSql) => {
		const rows = await sql<{ did: string; person: string }[]>`
			select did, person_id as person from app.audit_log where did in ('denyGrant', 'revokeGrant')`;
		return rows.map((row) => ({ ...row }));
	};
	const decide = (sql: TransactionSql, request: string, person: string = people.owner) =>
		outcomeFor(sql, person, async (scope) => {
			await scope`select app.deny_grant(${request})`;
			return 'done';
		});
	async function request(sql: TransactionSql): Promise<string> {
		const [connection, id] = [await connect(sql, scene, []), randomUUID()];
		await sql`
			insert into app.grant_requests (id, connection_id, person_id, workspace_id, site_id, action)
			values (${id}, ${connection}, ${people.owner}, ${scene.site.workspace}, ${scene.site.id}, 'response:read')`;
		return id;
	}

	it('is recorded once, in the audit log of that workspace, while they are a member', async () => {
		await undone(database.admin, async (sql) => {
			expect(await decide(sql, await request(sql))).toBe('done');
			expect(await entries(sql)).toEqual([{ did: 'denyGrant', person: people.owner }]);
		});
		await undone(database.admin, async (sql) => {
			const id = await request(sql);
			await sql`
				update app.members set role = 'owner' where workspace_id = ${scene.site.workspace} and person_id = ${people.demoted}`;
			await sql`alter table app.members disable trigger user`;
			await sql`
				delete from app.members where workspace_id = ${scene.site.workspace} and person_id = ${people.owner}`;
			expect(await decide(sql, id)).toBe('done');
			expect(await entries(sql)).toEqual([]);
		});
	});

	it('is decided once, before the request expires', async () => {
		await undone(database.admin, async (sql) => {
			const id = await request(sql);
			expect(await decide(sql, id)).toBe('done');
			expect(await decide(sql, id)).toBe('FB409');
			const late = await request(sql);
			await sql`update app.grant_requests set expires_at = now() where id = ${late}`;
			expect(await decide(sql, late)).toBe('FB409');
			expect(await decide(sql, randomUUID())).toBe('FB404');
		});
	});

	it('ends a grant that they approved, and no grant of another person', async () => {
		await undone(database.admin, async (sql) => {
			await connect(sql, scene, [{ action: 'prompt:draft' }, { action: 'response:read' }]);
			const [grant] = await sql<[{ id: string }]>`
				select id from app.grants where action = 'response:read'`;
			const revoke = (person: string) =>
				outcomeFor(sql, person, async (scope) => {
					await scope`select app.revoke_grant(${grant.id})`;
					return 'done';
				});
			expect(await revoke(people.demoted)).toBe('FB404');
			expect(await revoke(people.owner)).toBe('done');
			const rows = await sql<{ action: string }[]>`
				select action from app.grants where revoked_at is not null`;
			expect(rows.map(({ action }) => action)).toEqual(['response:read']);
		});
	});
});
