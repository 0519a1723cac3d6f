// Who may remove whose passkeys, and what stays. Plain SQL statements try it without the API, which refuses first.
import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../harness.ts';
import { createSite, type TestSite } from '../sites.ts';
import { undone } from '../undone.ts';
import { people } from './actors.ts';
import { outcomeFor } from './outcome-for.ts';
import { signInAs } from './sign-in-as.ts';

const { owner, editor, viewer, stranger } = people;
let database: TestDatabase;
let site: TestSite;
let other: TestSite;
beforeAll(async () => {
	database = await createDatabase();
	const { admin } = database;
	site = await createSite(admin, {}, { [owner]: 'owner', [editor]: 'editor', [viewer]: 'viewer' });
	// There the owner is no owner.
	other = await createSite(admin, {}, { [stranger]: 'owner', [owner]: 'editor' });
	for (const person of [owner, editor, viewer, stranger]) await storeSignIn(person);
});
afterAll(() => database.close());

/** A person with a passkey, a session, and what they began to add and to confirm. */
async function storeSignIn(person: string): Promise<void> {
	const { admin } = database;
	await admin`
		insert into identity."user" ("id", "name", "email", "emailVerified")
		values (${person}, '', ${`${person}@example.com`}, true)`;
	await admin`
		insert into identity."passkey" ("publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
		values ('', ${person}, ${person}, 0, 'singleDevice', false)`;
	await admin`
		insert into identity."session" ("expiresAt", "token", "updatedAt", "userId")
		values (now() + interval '1 day', ${person}, now(), ${person})`;
	await admin`
		insert into app.passkey_registrations (person_id, challenge, expires_at)
		values (${person}, sha256('challenge'), now() + interval '2 minutes')`;
	await admin`
		insert into app.presence_challenges (person_id, operation, request_hash, challenge, expires_at)
		values (${person}, 'removePasskey', sha256('request'), sha256('challenge'), now() + interval '2 minutes')`;
	await admin`
		update app.members set email = ${`${person}@example.com`} where person_id = ${person}`;
}

/** Whose passkeys, sessions, registrations and challenges are stored. */
async function readSignIns(sql: TransactionSql): Promise<Record<string, string[]>> {
	const [row] = await sql<[Record<string, string[]>]>`
		select to_jsonb(array(select "userId" from identity."passkey" order by 1)) as passkeys,
		       to_jsonb(array(select "userId" from identity."session" order by 1)) as sessions,
		       to_jsonb(array(select person_id from app.passkey_registrations order by 1)) as registrations,
		       to_jsonb(array(select person_id from app.presence_challenges where operation <> 'resetPasskeys' order by 1)) as challenges`;
	return row;
}

/** Calls the function as a person who confirms it with a passkey. Returns `done`, or the code of its error. */
async function reset(sql: TransactionSql, by: string, person: string): Promise<string> {
	await sql`
		insert into app.presence_challenges (person_id, operation, subject, request_hash, challenge, expires_at, confirmed_at,
			confirmed_in)
		values (${by}, 'resetPasskeys', ${person}, sha256('request'), sha256('challenge'), now() + interval '2 minutes', now(),
			pg_current_xact_id())`;
	return outcomeFor(sql, by, async (scope) => {
		await scope`select app.reset_passkeys(${site.workspace}, ${person})`;
		return 'done';
	});
}

const everyone = [owner, editor, viewer, stranger];
const without = (person: string) => everyone.filter((one) => one !== person);

describe('removing the passkeys of a member', () => {
	it('also ends their sessions and what they began, and leaves those of all others', async () => {
		await undone(database.admin, async (sql) => {
			expect(await readSignIns(sql)).toEqual({
				passkeys: everyone,
				sessions: everyone,
				registrations: everyone,
				challenges: everyone,
			});
			expect(await reset(sql, owner, editor)).toBe('done');
			const left = without(editor);
			expect(await readSignIns(sql)).toEqual({
				passkeys: left,
				sessions: left,
				registrations: left,
				challenges: left,
			});
		});
	});

	it.each([
		['an editor of the workspace', editor, viewer, 'FB403'],
		['the owner of another workspace', stranger, editor, 'FB403'],
		['an owner, of a person who is no member', owner, stranger, 'FB404'],
		['an owner, of their own', owner, owner, 'FB409'],
	])('is refused to %s', async (_, by, person, code) => {
		await undone(database.admin, async (sql) => {
			expect(await reset(sql, by, person)).toBe(code);
		});
	});

	it('is refused while the member belongs to a workspace in which the owner is only an editor', async () => {
		await undone(database.admin, async (sql) => {
			await sql`
				insert into app.members (workspace_id, person_id, role) values (${other.workspace}, ${viewer}, 'viewer')`;
			expect(await reset(sql, owner, viewer)).toBe('FB403');
			await sql`
				update app.members set role = 'owner' where workspace_id = ${other.workspace} and person_id = ${owner}`;
			expect(await reset(sql, owner, viewer)).toBe('done');
		});
	});

	it('is mailed to the owners of their workspaces', async () => {
		await undone(database.admin, async (sql) => {
			await reset(sql, owner, viewer);
			const notices = await sql<{ notice: unknown }[]>`
				select app.claim_passkey_notices(clock_timestamp()) as notice`;
			expect(notices).toMatchObject([
				{
					notice: {
						email: `${viewer}@example.com`,
						by: expect.any(String),
						owners: [`${owner}@example.com`],
					},
				},
			]);
		});
	});

	it('by the operator is in the audit log of their workspaces only', async () => {
		await undone(database.admin, async (sql) => {
			await sql`select identity.reset_person(${viewer}, true)`;
			expect((await readSignIns(sql))['passkeys']).toEqual(without(viewer));
			const entries = await sql<{ workspace: string; subject: string }[]>`
				select workspace_id as workspace, subject from app.audit_log where did = 'resetPasskeys'`;
			expect(entries).toEqual([{ workspace: site.workspace, subject: `${viewer}@example.com` }]);
		});
	});
});

describe('members with a passkey', () => {
	const holders = (by: string, workspace: string) =>
		undone(database.admin, async (sql) => {
			await signInAs(sql, by);
			const rows = await sql<{ person: string }[]>`
				select app.list_passkey_holders(${workspace}) as person order by 1`;
			return rows.map(({ person }) => person);
		});

	it('are listed for an owner, those of the workspace only', async () => {
		await database.admin`
			delete from identity."passkey" where "userId" = ${viewer}`;
		expect(await holders(owner, site.workspace)).toEqual([owner, editor]);
		expect(await holders(stranger, other.workspace)).toEqual([owner, stranger]);
	});

	it('are not listed for others', async () => {
		expect(await holders(editor, site.workspace)).toEqual([]);
		expect(await holders(owner, other.workspace)).toEqual([]);
		expect(await holders(stranger, site.workspace)).toEqual([]);
	});
});
