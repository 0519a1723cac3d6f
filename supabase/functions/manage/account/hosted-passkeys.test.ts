// Passkeys of people who sign in with Supabase Auth, whose users and sessions are in the schema `auth`.
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { WirePresence } from '../../../../contract/src/wire.ts';
import { createPasskey, type TestPasskey } from '../../tests/authenticator.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
beforeAll(async () => {
	team = await openWorkspace();
	await team.sites.sql.unsafe(`
		create schema if not exists auth;
		create table auth.users (id uuid primary key);
		create table auth.sessions (id uuid primary key, user_id uuid references auth.users on delete cascade);
		grant usage on schema auth to postgres;
		grant all on all tables in schema auth to postgres`);
});
afterAll(() => team.end());

/** An owner who has just signed in with Supabase Auth. */
async function signInAtSupabase(): Promise<TestPerson & { session: string }> {
	const { sql } = team.sites;
	const session = crypto.randomUUID();
	const person = await signIn({ session_id: session });
	await sql`insert into auth.users values (${person.id})`;
	await sql`insert into auth.sessions values (${session}, ${person.id})`;
	await join(sql, team.site.workspace, person, 'owner');
	return { ...person, session };
}

async function add(person: TestPerson, passkey: TestPasskey = createPasskey()) {
	const { body } = await team.manage.ask(person, 'beginPasskey', {});
	const { registration } = body;
	const input = { registration, name: 'Laptop', credential: passkey.create(body) };
	return { passkey, ...(await team.manage.ask(person, 'addPasskey', input)) };
}

const passkeysOf = ({ id }: TestPerson) => team.sites.sql`
	select "name" from identity."passkey" where "userId" = ${id}`;

it('a person adds one, and another owner removes it with all sessions', async () => {
	const [owner, member] = [await signInAtSupabase(), await signInAtSupabase()];
	const { passkey } = await add(owner);
	expect((await add(member)).status).toBe(200);
	const input = { workspace: team.site.workspace, person: member.id };
	const { error } = await team.manage.ask(owner, 'resetPasskeys', input);
	const { presence } = error as unknown as { presence: WirePresence };
	const headers = { 'feedback-presence': passkey.confirm(presence) };
	expect((await team.manage.ask(owner, 'resetPasskeys', input, headers)).status).toBe(200);
	expect(await passkeysOf(member)).toEqual([]);
	// The access token lives on for a while, but is no recent sign-in.
	expect((await add(member)).error.code).toBe('recent_sign_in_required');
	const sessions = await team.sites
		.sql`select user_id from auth.sessions where user_id in ${team.sites.sql([owner.id, member.id])}`;
	expect(sessions).toEqual([{ user_id: owner.id }]);
});

it('deleting the account deletes it', async () => {
	const person = await signInAtSupabase();
	await add(person);
	await team.sites.sql`select app.delete_person_rows(${person.id})`;
	expect(await passkeysOf(person)).toEqual([]);
});

it('maintenance deletes those of people who were deleted in Supabase, and no others', async () => {
	const [gone, kept] = [await signInAtSupabase(), await signInAtSupabase()];
	await add(gone);
	await add(kept);
	await team.sites.sql`delete from auth.users where id = ${gone.id}`;
	await team.sites.sql`select app.maintain('identity."passkey"')`;
	expect([await passkeysOf(gone), await passkeysOf(kept)]).toEqual([[], [{ name: 'Laptop' }]]);
});
