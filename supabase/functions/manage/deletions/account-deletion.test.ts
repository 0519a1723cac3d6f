// Deleting an account: what prevents and undoes it, and that nothing names the person afterwards.
import { limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connect } from '../../tests/connections.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { openWorkspace, writePrompt, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
beforeAll(async () => {
	team = await openWorkspace();
});
afterAll(() => team.end());

const ask = ((...given) => team.manage.ask(...given)) as TestWorkspace['manage']['ask'];
const request = (person: TestPerson, confirm = person.email) =>
	ask(person, 'deleteAccount', { confirm });

async function makePerson(role: 'owner' | 'editor' = 'editor'): Promise<TestPerson> {
	const person = await signIn();
	await join(team.sites.sql, team.site.workspace, person, role);
	await ask(person, 'whoami', {});
	return person;
}

/** Runs the maintenance step that deletes, as it would run once a deletion can no longer be undone. */
async function deleteDue(): Promise<void> {
	const soon = new Date(Date.now() + (limits.deletion.undoDays * 24 + 1) * 3_600_000);
	for (;;) {
		const [row] = await team.sites.sql<{ next: string }[]>`
			select app.maintain('deletions', ${soon}, 2) as next`;
		if (row!.next !== 'deletions') return;
	}
}

/** Columns of every relation in which a text occurs, as `table.column`. */
async function findText(text: string): Promise<string[]> {
	const columns = await team.sites.sql<{ relation: string; column: string }[]>`
		select format('%I.%I', n.nspname, c.relname) as relation, a.attname as column
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		where n.nspname in ('app', 'identity') and c.relkind in ('r', 'p') and not c.relispartition order by 1, 2`;
	const found: string[] = [];
	for (const { relation, column } of columns) {
		const [row] = await team.sites.sql<{ found: boolean }[]>`
			select exists (select from ${team.sites.sql.unsafe(relation)} t
				where strpos(lower(t.${team.sites.sql(column)}::text), lower(${text})) > 0) as found`;
		if (row!.found) found.push(`${relation}.${column}`);
	}
	return found;
}

/** Stores a row for the person in each table that has rows of people. */
async function storeRows(person: TestPerson): Promise<void> {
	const { sql } = team.sites;
	const { workspace, id: site } = team.site;
	const connection = await connect(sql, team.manage, person, [site]);
	await sql`
		insert into identity."user" ("id", "name", "email", "emailVerified") values (${person.id}, '', ${person.email}, true)`;
	await sql`
		insert into identity."session" ("expiresAt", "token", "updatedAt", "userId")
		values (now() + interval '1 day', ${person.id}, now(), ${person.id})`;
	await sql`
		insert into identity."passkey" ("publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
		values ('x', ${person.id}, ${person.id}, 0, 'x', false)`;
	for (const caller of [person.id, connection.id]) {
		await sql`
			insert into app.idempotency_keys (caller_id, key, request_hash) values (${caller}, ${person.id}, '\\x00')`;
	}
	await sql`
		insert into app.authorization_requests (
			client_id, client_kind, client_name, redirect_uri, redirect_host, challenge, resource, asked, created_at, expires_at, person_id)
		values ('x', 'x', 'x', 'x', 'x', 'x', 'x', '{}', now(), now() + interval '1 hour', ${person.id})`;
	await sql`
		insert into app.device_requests (device_hash, user_code, client_id, device_name, resource, created_at, expires_at, person_id)
		values (sha256(${person.id}::text::bytea), (
			select string_agg(substr('BCDFGHJKLMNPQRSTVWXZ', 1 + floor(random() * 20)::integer, 1), '') from generate_series(1, 8)),
			'x', 'x', 'x', now(), now() + interval '1 hour', ${person.id})`;
	await sql`
		insert into app.lost_access (person_id, connection_id, workspace_id, workspace_name, cause, sites, actions, ended)
		values (${person.id}, ${connection.id}, ${workspace}, 'x', 'left', '{}', '{}', false)`;
	await sql`
		insert into app.push_subscriptions (id, person_id, endpoint_sha256, host, sealed)
		values (gen_random_uuid(), ${person.id}, sha256(${person.id}::text::bytea), 'x', '\\x00')`;
	await sql`
		insert into app.passkey_registrations (person_id, challenge, expires_at)
		values (${person.id}, sha256('x'), now() + interval '1 hour')`;
	await sql`
		insert into app.invitations (workspace_id, email, role, secret_hash, accepted_by)
		values (${workspace}, ${person.email}, 'viewer', sha256(${person.id}::text::bytea), ${person.id})`;
	await sql`
		insert into app.people (person_id, name) values (${person.id}, 'Grace')
		on conflict (person_id) do update set name = excluded.name`;
	await sql`
		insert into app.audit_log (workspace_id, person_id, who, did, subject)
		values (${workspace}, ${person.id}, 'Grace', 'invite', 'x')`;
}

/** What a deletion might change of another person, beside their rows. */
async function findAccess({ id }: TestPerson) {
	const [row] = await team.sites.sql`
		select (select count(*)::integer from app.idempotency_keys k where k.key = ${id}) as keys,
		       to_jsonb(array(select c.revoked_at from app.connections c where c.person_id = ${id})) as connections,
		       (select p.name from app.people p where p.person_id = ${id}) as name,
		       to_jsonb(array(select distinct a.who from app.audit_log a where a.person_id = ${id})) as who`;
	return { ...row };
}

describe('deleting an account', () => {
	it('requires the e-mail address, in a recent sign-in', async () => {
		const person = await makePerson();
		expect((await request(person, 'yes')).error).toMatchObject({
			code: 'invalid_request',
			field: 'confirm',
		});
		const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1_000) - 3_600 }];
		const long = await signIn({ amr });
		expect((await request(long)).error.code).toBe('recent_sign_in_required');
	});

	it('is refused to the only owner of a workspace, and names the workspace, until there is another owner', async () => {
		const person = await signIn();
		const { body: workspace } = await ask(person, 'createWorkspace', { name: 'Lonely' });
		const before = await ask(person, 'previewAccountDeletion', {});
		expect(before.body).toMatchObject({
			allowed: false,
			only_owner_of: [{ id: workspace.id, name: 'Lonely' }],
		});
		const refused = await request(person);
		expect(refused.error).toMatchObject({
			code: 'conflict',
			message: expect.stringContaining('You are the only owner of "Lonely".'),
		});

		const heir = await signIn();
		await join(team.sites.sql, workspace.id, heir, 'owner');
		expect((await request(person)).body).toMatchObject({
			kind: 'account',
			state: 'scheduled',
			workspace: null,
			target: person.id,
		});
		// The other owner cannot leave the workspace to an owner whose account is scheduled for deletion.
		const left = await ask(heir, 'removeMember', { workspace: workspace.id, person: heir.id });
		expect(left.error).toMatchObject({
			code: 'conflict',
			message: expect.stringContaining('scheduled for deletion'),
		});
		const own = await ask(person, 'createWorkspace', { name: 'Another' });
		expect(own.error.code).toBe('conflict');
	});

	it('of two owners at once succeeds for only one', async () => {
		const { workspace } = await team.sites.makeSite();
		const owners = await Promise.all([signIn(), signIn()]);
		for (const owner of owners) await join(team.sites.sql, workspace, owner, 'owner');
		const answers = await Promise.all(owners.map((owner) => request(owner)));
		expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
	});

	it('is allowed to the only owner of a workspace that is scheduled for deletion, and deletes both', async () => {
		const person = await signIn();
		const { body: workspace } = await ask(person, 'createWorkspace', { name: 'Going' });
		const at = { workspace: workspace.id };
		const gone = await ask(person, 'deleteWorkspace', { ...at, confirm: 'Going' });
		expect((await request(person)).status).toBe(200);
		const undone = await ask(person, 'undoDeletion', { ...at, deletion: gone.body.id });
		expect(undone.error).toMatchObject({
			code: 'conflict',
			message: expect.stringContaining('Undo the deletion of your account first'),
		});
		await deleteDue();
		expect(await findText(person.email)).toEqual([]);
		const [left] = await team.sites.sql`select from app.workspaces where id = ${workspace.id}`;
		expect(left).toBeUndefined();
	});

	it('can be undone, and changes nothing until then', async () => {
		const person = await makePerson();
		await request(person);
		expect((await request(person)).error.code).toBe('conflict');
		const listed = await ask(person, 'listDeletions', {});
		expect(listed.body.items).toMatchObject([{ kind: 'account', name: person.email }]);
		const others = await ask(team.owner, 'listDeletions', {});
		expect(others.body.items.map(({ target }) => target)).not.toContain(person.id);
		expect((await ask(person, 'undoAccountDeletion', {})).body.state).toBe('undone');
		expect((await ask(person, 'undoAccountDeletion', {})).error.code).toBe('not_found');
		await deleteDue();
		const { body } = await ask(person, 'whoami', {});
		expect(body.workspaces).toHaveLength(1);
	});

	it('leaves only a pseudonym in the audit log, and nothing that names the person', async () => {
		const person = await makePerson('owner');
		const { sql } = team.sites;
		await storeRows(person);
		await ask(person, 'updateProfile', { name: 'Rosalind Franklin' });
		await ask(person, 'createPrompt', { site: team.site.id, content: writePrompt() });
		await ask(team.owner, 'changeMember', {
			workspace: team.site.workspace,
			person: person.id,
			role: 'editor',
		});
		expect(await findText(person.email)).toContain('app.audit_log.subject');
		await request(person);
		await deleteDue();

		expect(await findText(person.email)).toEqual([]);
		expect(await findText('Rosalind')).toEqual([]);
		// Only the ID remains, where the workspace still has the person's work.
		expect(await findText(person.id)).toEqual([
			'app.audit_log.person_id',
			'app.deletions.requested_by',
			'app.deletions.target_id',
			'app.prompts.created_by',
			'app.revisions.created_by',
		]);
		const { body } = await ask(team.owner, 'listAudit', {
			workspace: team.site.workspace,
			limit: 20,
		});
		const pseudonym = `deleted account ${person.id.slice(-6)}`;
		expect(body.items.find(({ did }) => did === 'createPrompt')).toMatchObject({
			who: pseudonym,
			name: null,
		});
		expect(body.items.map(({ subject }) => subject)).toContain(`${pseudonym}: editor`);
		const [receipt] = await sql`
			select name, deleted from app.deletions where target_id = ${person.id}`;
		expect(receipt).toMatchObject({ name: pseudonym, deleted: { members: 1 } });
	});

	it('leaves everything of other people', async () => {
		const [person, other] = [await makePerson(), await makePerson()];
		for (const one of [person, other]) await storeRows(one);
		const before = await findText(other.id);
		expect(before).toEqual(await findText(person.id));
		expect(before.length).toBeGreaterThan(12);
		const access = await findAccess(other);
		expect(access).toMatchObject({ keys: 2, connections: [null], name: 'Grace', who: ['Grace'] });
		await request(person);
		await deleteDue();
		expect(await findText(other.id)).toEqual(before);
		expect(await findAccess(other)).toEqual(access);
	});

	it('replaces the address in any case, but no longer address that contains it', async () => {
		const person = await makePerson();
		const own = person.email;
		const others = [
			`john.${own}`,
			`o'${own}`,
			`${own}.au`,
			`${own}-mail.org`,
			own.replace('.', 'x'),
		];
		const subjects = [`${own.toUpperCase()}: owner`, `Asked ${own}.`, ...others];
		for (const subject of subjects) {
			await team.sites.sql`
				insert into app.audit_log (workspace_id, person_id, who, did, subject)
				values (${team.site.workspace}, ${team.owner.id}, 'Ada', 'invite', ${subject})`;
		}
		await request(person);
		await deleteDue();
		const { body } = await ask(team.owner, 'listAudit', {
			workspace: team.site.workspace,
			limit: 20,
		});
		const pseudonym = `deleted account ${person.id.slice(-6)}`;
		const shown = body.items.map(({ subject }) => subject);
		expect(shown).toEqual(
			expect.arrayContaining([`${pseudonym}: owner`, `Asked ${pseudonym}.`, ...others]),
		);
	});
});
