import { limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { join, signIn } from '../../tests/people.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let workspace: string;
beforeAll(async () => {
	team = await openWorkspace();
	workspace = team.site.workspace;
});
afterAll(() => team.end());

const invite = async (email: string, role: 'owner' | 'editor' | 'viewer' = 'viewer') => {
	const made = await team.manage.ask(team.owner, 'invite', { workspace, email, role });
	return { ...made, secret: made.body.url?.split('#')[1] ?? '' };
};

describe('a workspace', () => {
	it('belongs to the person who created it, who may rename it', async () => {
		const person = await signIn();
		const made = await team.manage.ask(person, 'createWorkspace', { name: 'Mine' });
		expect(made.body).toMatchObject({ name: 'Mine', role: 'owner' });
		const renamed = await team.manage.ask(person, 'updateWorkspace', {
			workspace: made.body.id,
			name: 'Ours',
		});
		expect(renamed.body).toMatchObject({ name: 'Ours' });
		const members = await team.manage.ask(person, 'listMembers', { workspace: made.body.id });
		expect(members.body.items).toMatchObject([
			{ person: person.id, email: person.email, role: 'owner' },
		]);
	});

	it('is refused to a person who already owns 50', async () => {
		const person = await signIn();
		await team.sites.sql`
			with w as (insert into app.workspaces (name) select 'Many' from generate_series(1, 50) returning id)
			insert into app.members (workspace_id, person_id, role) select id, ${person.id}, 'owner' from w`;
		const refused = await team.manage.ask(person, 'createWorkspace', { name: 'One more' });
		expect([refused.status, refused.error]).toMatchObject([409, { code: 'conflict' }]);
	});

	it('is refused to a person who created ten within a day, deleted ones included', async () => {
		const { times, seconds } = limits.target.workspace;
		const person = await signIn();
		for (let n = 0; n < times; n++) {
			const made = await team.manage.ask(person, 'createWorkspace', { name: `Number ${n}` });
			expect(made.status).toBe(200);
			await team.sites.sql`delete from app.workspaces where id = ${made.body.id}`;
		}
		const refused = await team.manage.ask(person, 'createWorkspace', { name: 'One more' });
		expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limited' } });
		expect(refused.error.message).toContain('too many workspaces');
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(seconds - 600);
		expect((await team.manage.ask(await signIn(), 'createWorkspace', { name: 'X' })).status).toBe(
			200,
		);
	});

	it('counts those of one mailbox together, however its address is written', async () => {
		const mailbox = crypto.randomUUID();
		const person = (tag: string) => signIn({ email: `${mailbox}${tag}@example.com` });
		const { times } = limits.target.workspace;
		for (let n = 0; n < times; n++) {
			const made = await team.manage.ask(await person(`+${n}`), 'createWorkspace', { name: 'X' });
			expect(made.status).toBe(200);
		}
		for (const tag of ['', '+10', '+A+B']) {
			const refused = await team.manage.ask(await person(tag), 'createWorkspace', { name: 'X' });
			expect(refused.status).toBe(429);
		}
	});

	it('is refused further invitations by a person who created too many within a day', async () => {
		const owner = await signIn();
		const { workspace } = await team.sites.makeSite();
		await join(team.sites.sql, workspace, owner);
		const invite = (email: string) =>
			team.manage.ask(owner, 'invite', { workspace, email, role: 'viewer' });
		expect((await invite('first@example.com')).status).toBe(200);
		await team.sites.sql`
			update app.attempts set times = ${limits.target.invitation.times}
			where kind = 'invitation' and key = app.target_key(${owner.email})`;
		const refused = await invite('first@example.com');
		expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limited' } });
		// Nothing was changed: the first invitation is still open.
		const { body } = await team.manage.ask(owner, 'listInvitations', { workspace });
		expect(body.items).toMatchObject([{ email: 'first@example.com' }]);
	});

	it('always has an owner, no matter how the last one tries to leave', async () => {
		const [one, other] = await Promise.all([signIn(), signIn()]);
		const { workspace: own } = await team.sites.makeSite();
		await join(team.sites.sql, own, one);
		await join(team.sites.sql, own, other);
		// Two owners demote each other at the same moment: one of them remains an owner.
		const answers = await Promise.all([
			team.manage.ask(one, 'changeMember', { workspace: own, person: other.id, role: 'viewer' }),
			team.manage.ask(other, 'changeMember', { workspace: own, person: one.id, role: 'viewer' }),
		]);
		expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
		const [last] = await team.sites.sql<{ person_id: string }[]>`
			select person_id from app.members where workspace_id = ${own} and role = 'owner'`;
		const owner = last!.person_id === one.id ? one : other;
		const left = await team.manage.ask(owner, 'removeMember', { workspace: own, person: owner.id });
		expect([left.status, left.error.code]).toEqual([409, 'conflict']);
		const demoted = await team.manage.ask(owner, 'changeMember', {
			workspace: own,
			person: owner.id,
			role: 'editor',
		});
		expect([demoted.status, demoted.error.code]).toEqual([409, 'conflict']);
	});

	it('can be left by any other member, who then sees nothing of it', async () => {
		const person = await signIn();
		await join(team.sites.sql, workspace, person, 'editor');
		const left = await team.manage.ask(person, 'removeMember', { workspace, person: person.id });
		expect(left.body).toEqual({ removed: true, secrets: [] });
		const after = await team.manage.ask(person, 'getSite', { site: team.site.id });
		expect(after.status).toBe(404);
		const audit = await team.manage.ask(team.owner, 'listAudit', { workspace, limit: 1 });
		expect(audit.body.items).toMatchObject([
			{ did: 'removeMember', who: person.email, kind: 'person' },
		]);
	});

	it('shows the addresses of members after their first sign-in', async () => {
		await team.manage.ask(team.viewer, 'whoami', {});
		const { body } = await team.manage.ask(team.editor, 'listMembers', { workspace });
		expect(body.items).toContainEqual(
			expect.objectContaining({ person: team.viewer.id, email: team.viewer.email }),
		);
	});

	it('applies a changed role to the next request', async () => {
		const person = await signIn();
		await join(team.sites.sql, workspace, person, 'viewer');
		const rename = () =>
			team.manage.ask(person, 'renameSite', { site: team.site.id, name: 'Theirs' });
		expect((await rename()).status).toBe(403);
		const change = (role: 'owner' | 'viewer') =>
			team.manage.ask(team.owner, 'changeMember', { workspace, person: person.id, role });
		await change('owner');
		expect((await rename()).status).toBe(200);
		await change('viewer');
		expect((await rename()).status).toBe(403);
		const nobody = await team.manage.ask(team.owner, 'changeMember', {
			workspace,
			person: crypto.randomUUID(),
			role: 'viewer',
		});
		expect([nobody.status, nobody.error.field]).toEqual([404, 'person']);
	});
});

describe('an invitation', () => {
	it('makes its recipient a member, once, with its role', async () => {
		const person = await signIn();
		const { body, secret } = await invite(person.email.toUpperCase(), 'editor');
		expect(body.url).toBe(`http://127.0.0.1:54323/invitation#${secret}`);
		const open = await team.manage.ask(team.owner, 'listInvitations', { workspace });
		expect(open.body.items).toContainEqual(expect.objectContaining({ id: body.id }));
		expect(JSON.stringify(open.body)).not.toContain(secret);
		const joined = await team.manage.ask(person, 'acceptInvitation', { secret });
		expect(joined.body).toMatchObject({ id: workspace, role: 'editor' });
		// A second click is not an error, and has no further effect.
		const again = await team.manage.ask(person, 'acceptInvitation', { secret });
		expect(again.body).toEqual(joined.body);
		const rest = await team.manage.ask(team.owner, 'listInvitations', { workspace });
		expect(rest.body.items).not.toContainEqual(expect.objectContaining({ id: body.id }));
		await team.manage.ask(team.owner, 'removeMember', { workspace, person: person.id });
		const back = await team.manage.ask(person, 'acceptInvitation', { secret });
		expect(back.status).toBe(404);
	});

	it('stores no secret that could be read back', async () => {
		const { secret } = await invite('kept@example.com');
		expect(secret).toMatch(/^[\w-]{43}$/);
		const rows = await team.sites.sql`select to_jsonb(i)::text as row from app.invitations i`;
		expect(JSON.stringify(rows)).not.toContain(secret);
	});

	it('cannot be used by others, or after it expired, was withdrawn or was sent again', async () => {
		const [person, thief] = await Promise.all([signIn(), signIn()]);
		const accept = (secret: string, by = person) =>
			team.manage.ask(by, 'acceptInvitation', { secret }).then(({ status }) => status);
		const first = await invite(person.email);
		const foreign = await team.manage.ask(thief, 'acceptInvitation', { secret: first.secret });
		expect([foreign.status, foreign.error]).toMatchObject([
			403,
			{ code: 'forbidden', message: 'This invitation is for another email address.' },
		]);
		expect(JSON.stringify(foreign.error)).not.toContain(person.email);
		const second = await invite(person.email);
		expect(await accept(first.secret)).toBe(404);
		await team.sites.sql`
			update app.invitations set expires_at = now() where id = ${second.body.id}`;
		const late = await team.manage.ask(person, 'acceptInvitation', { secret: second.secret });
		expect([late.status, late.error.message]).toEqual([404, 'This invitation has expired.']);
		const third = await invite(person.email);
		const invitation = third.body.id;
		await team.manage.ask(team.owner, 'withdrawInvitation', { workspace, invitation });
		expect(await accept(third.secret)).toBe(404);
		expect(await accept('guessed')).toBe(404);
		const gone = await team.manage.ask(team.owner, 'withdrawInvitation', { workspace, invitation });
		expect(gone.status).toBe(404);
	});

	it('ends when the person who created it is no longer an owner', async () => {
		const recipients = await Promise.all([signIn(), signIn()]);
		const [demoted, removed] = await Promise.all([signIn(), signIn()]);
		const created: { secret: string; email: string }[] = [];
		for (const [place, owner] of [demoted, removed].entries()) {
			await join(team.sites.sql, workspace, owner, 'owner');
			const { email } = recipients[place]!;
			const { body } = await team.manage.ask(owner, 'invite', { workspace, email, role: 'owner' });
			created.push({ secret: body.url.split('#')[1]!, email });
		}
		const kept = await invite('kept-by-an-owner@example.com');
		const change = { workspace, person: demoted.id, role: 'viewer' } as const;
		expect((await team.manage.ask(team.owner, 'changeMember', change)).status).toBe(200);
		await team.manage.ask(team.owner, 'removeMember', { workspace, person: removed.id });
		const open = await team.manage.ask(team.owner, 'listInvitations', { workspace });
		const addresses = open.body.items.map(({ email }) => email);
		expect(addresses).toContain(kept.body.email);
		for (const [place, { secret, email }] of created.entries()) {
			expect(addresses).not.toContain(email);
			const refused = await team.manage.ask(recipients[place]!, 'acceptInvitation', { secret });
			expect([refused.status, refused.error.code]).toEqual([404, 'not_found']);
		}
	});

	it('cannot be created for or accepted by an existing member', async () => {
		await team.manage.ask(team.viewer, 'whoami', {});
		const refused = await invite(team.viewer.email);
		expect([refused.status, refused.error.field]).toEqual([409, 'email']);
		const person = await signIn();
		const { secret } = await invite(person.email, 'owner');
		await join(team.sites.sql, workspace, person, 'viewer');
		const joined = await team.manage.ask(person, 'acceptInvitation', { secret });
		expect([joined.status, joined.error.code]).toEqual([409, 'conflict']);
	});
});

describe('the audit log', () => {
	it('is read page by page, the newest first', async () => {
		const seen: string[] = [];
		let cursor: string | undefined;
		do {
			const { body } = await team.manage.ask(team.owner, 'listAudit', {
				workspace,
				limit: 2,
				...(cursor && { cursor }),
			});
			seen.push(...body.items.map(({ id }) => id));
			cursor = body.next ?? undefined;
		} while (cursor);
		const rows = await team.sites.sql<{ id: string }[]>`
			select id from app.audit_log where workspace_id = ${workspace} order by id desc`;
		expect(seen).toEqual(rows.map(({ id }) => id));
		expect(seen.length).toBeGreaterThan(4);
	});
});
