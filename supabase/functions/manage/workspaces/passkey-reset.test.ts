// A person who lost all passkeys: another owner removes them, and everybody concerned can see it.
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import type { WirePresence } from '../../../../contract/src/wire.ts';
import { addPasskey, type TestPasskey } from '../../tests/authenticator.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let workspace: string;
let passkey: TestPasskey;
beforeAll(async () => {
	team = await openWorkspace();
	workspace = team.site.workspace;
	passkey = await addPasskey(team.sites.sql, team.owner);
});
afterAll(() => team.end());

let member: TestPerson;
beforeEach(async () => {
	member = await signIn();
	await join(team.sites.sql, workspace, member, 'owner');
	await addPasskey(team.sites.sql, member);
	await team.sites.sql`
		insert into identity."session" ("expiresAt", "token", "updatedAt", "userId")
		values (now() + interval '1 day', ${randomUUID()}, now(), ${member.id})`;
	await team.sites.sql`
		update app.members set email = ${member.email} where person_id = ${member.id}`;
});

const ask = (person: string, presence?: string) =>
	team.manage.ask(
		team.owner,
		'resetPasskeys',
		{ workspace, person },
		presence ? { 'feedback-presence': presence } : {},
	);
async function reset(person: string) {
	const refused = (await ask(person)).error as unknown as { presence: WirePresence };
	return ask(person, passkey.confirm(refused.presence));
}

async function countLeft() {
	const [row] = await team.sites.sql`
		select (select count(*)::int from identity."passkey" where "userId" = ${member.id}) as passkeys,
			(select count(*)::int from identity."session" where "userId" = ${member.id}) as sessions`;
	return row;
}

it('an owner removes the passkeys of another with a passkey, and ends their sessions', async () => {
	const refused = await ask(member.id);
	expect([refused.status, refused.error.code]).toEqual([403, 'presence_required']);
	expect(await countLeft()).toEqual({ passkeys: 1, sessions: 1 });
	expect((await reset(member.id)).body).toEqual({ removed: true });
	expect(await countLeft()).toEqual({ passkeys: 0, sessions: 0 });
	const { body } = await team.manage.ask(team.owner, 'listAudit', { workspace, limit: 1 });
	expect(body.items).toMatchObject([
		{ did: 'resetPasskeys', who: team.owner.email, subject: member.email, passkey: 'Laptop' },
	]);
});

it('a confirmation is for one member', async () => {
	const other = await signIn();
	await join(team.sites.sql, workspace, other, 'editor');
	await addPasskey(team.sites.sql, other);
	const { presence } = (await ask(other.id)).error as unknown as { presence: WirePresence };
	const { status, error } = await ask(member.id, passkey.confirm(presence));
	expect([status, error.code]).toEqual([403, 'forbidden']);
	expect(await countLeft()).toEqual({ passkeys: 1, sessions: 1 });
});

it('who has none, and oneself, are refused', async () => {
	await team.sites.sql`delete from identity."passkey" where "userId" = ${member.id}`;
	const none = await reset(member.id);
	expect([none.status, none.error.message]).toEqual([409, 'The person has no passkey.']);
	const self = await reset(team.owner.id);
	expect([self.status, self.error.code]).toEqual([409, 'conflict']);
	const nobody = await reset(randomUUID());
	expect(nobody.status).toBe(404);
});

it('who also belongs to a workspace of others keeps their passkeys', async () => {
	const { workspace: foreign } = await team.sites.makeSite();
	await join(team.sites.sql, foreign, member, 'viewer');
	const refused = await reset(member.id);
	expect([refused.status, refused.error.code]).toEqual([403, 'forbidden']);
	expect(await countLeft()).toEqual({ passkeys: 1, sessions: 1 });
	await join(team.sites.sql, foreign, team.owner, 'owner');
	expect((await reset(member.id)).status).toBe(200);
	const { body } = await team.manage.ask(team.owner, 'listAudit', { workspace: foreign });
	expect(body.items).toMatchObject([{ did: 'resetPasskeys', subject: member.email }]);
});

it('owners see who has a passkey, others do not', async () => {
	const list = async (by: TestPerson) => {
		const { body } = await team.manage.ask(by, 'listMembers', { workspace });
		return new Map(body.items.map((one) => [one.person, one.has_passkey]));
	};
	const seen = await list(team.owner);
	expect([seen.get(member.id), seen.get(team.viewer.id)]).toEqual([true, false]);
	expect([...new Set((await list(team.editor)).values())]).toEqual([null]);
});
