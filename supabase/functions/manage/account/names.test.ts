// Names that people choose: who may choose and see names, where they appear, and which ones are refused.
import { limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { join, signIn } from '../../tests/people.ts';
import { openWorkspace, writePrompt, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
beforeAll(async () => {
	team = await openWorkspace();
});
afterAll(() => team.end());

const nameOf = async (person = team.editor) =>
	(await team.manage.ask(person, 'whoami', {})).body.name;

describe('a name', () => {
	it('is trimmed, changed, removed, and visible to members', async () => {
		const set = await team.manage.ask(team.editor, 'updateProfile', { name: '  Ada Lovelace ' });
		expect(set.body).toEqual({ name: 'Ada Lovelace' });
		expect(await nameOf()).toBe('Ada Lovelace');
		const { body } = await team.manage.ask(team.viewer, 'listMembers', {
			workspace: team.site.workspace,
		});
		expect(body.items.find(({ person }) => person === team.editor.id)?.name).toBe('Ada Lovelace');
		expect(body.items.find(({ person }) => person === team.viewer.id)?.name).toBeNull();

		await team.manage.ask(team.editor, 'updateProfile', { name: 'Ada King' });
		expect(await nameOf()).toBe('Ada King');
		await team.manage.ask(team.editor, 'updateProfile', { name: null });
		expect(await nameOf()).toBeNull();
	});

	it.each([
		['only spaces', '   ', 'must hold more than spaces'],
		['only characters that nobody sees', '\u200b\u2800', 'must contain a letter or a digit'],
		['too many characters', 'x'.repeat(10_000), String(limits.person.name)],
		['a control character', 'Ada\u0007', 'control characters'],
		['two lines', 'Ada\nOwner', 'line breaks'],
		['an overridden direction', 'Ada\u202e', 'direction'],
		['an e-mail address', 'owner@example.com', 'must not contain "@"'],
		['nothing', '', 'name'],
	])('of %s is refused, with its field', async (_, name, message) => {
		const { status, error } = await team.manage.ask(team.editor, 'updateProfile', { name });
		expect({ status, ...error }).toMatchObject({
			status: 400,
			code: 'invalid_request',
			field: 'name',
			message: expect.stringContaining(message),
		});
	});

	it('is not visible without a common workspace', async () => {
		const stranger = await signIn();
		await team.manage.ask(stranger, 'updateProfile', { name: 'Eve' });
		const seen = await team.sites.sql.begin(async (sql) => {
			await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: team.owner.id })}, true),
				set_config('role', 'feedback_person', true)`;
			return sql`select name from app.people where person_id = ${stranger.id}`;
		});
		expect(seen).toEqual([]);
	});

	it('is shown with the person’s content, including the address if the author matters', async () => {
		const author = await signIn();
		await join(team.sites.sql, team.site.workspace, author, 'owner');
		// Signing in stores the address.
		await team.manage.ask(author, 'whoami', {});
		await team.manage.ask(author, 'updateProfile', { name: 'Grace Hopper' });
		const made = await team.manage.ask(author, 'createPrompt', {
			site: team.site.id,
			content: writePrompt(),
		});
		const revision = await team.manage.ask(team.viewer, 'getRevision', {
			site: team.site.id,
			prompt: made.body.id,
			revision: 1,
		});
		expect(revision.body.created_by).toBe(`Grace Hopper (${author.email})`);
		const { body } = await team.manage.ask(team.owner, 'listAudit', {
			workspace: team.site.workspace,
			limit: 20,
		});
		expect(body.items.find(({ did }) => did === 'createPrompt')).toMatchObject({
			who: author.email,
			name: 'Grace Hopper',
		});
	});
});

describe('the name of an invitation', () => {
	const invite = async (email: string, name: string | null) => {
		const { body } = await team.manage.ask(team.owner, 'invite', {
			workspace: team.site.workspace,
			email,
			role: 'viewer',
			name,
		});
		return body.url.split('#')[1]!;
	};

	it('is listed, and becomes the name of a person who has none', async () => {
		const invited = await signIn();
		const secret = await invite(invited.email, 'Alan Turing');
		const { body } = await team.manage.ask(team.owner, 'listInvitations', {
			workspace: team.site.workspace,
		});
		expect(body.items.map(({ name }) => name)).toContain('Alan Turing');
		await team.manage.ask(invited, 'acceptInvitation', { secret });
		expect(await nameOf(invited)).toBe('Alan Turing');
	});

	it('does not replace a name that the person has or enters', async () => {
		const named = await signIn();
		await team.manage.ask(named, 'updateProfile', { name: 'Kurt' });
		await team.manage.ask(named, 'acceptInvitation', {
			secret: await invite(named.email, 'Kurt Gödel'),
		});
		expect(await nameOf(named)).toBe('Kurt');

		const entering = await signIn();
		const secret = await invite(entering.email, 'Emmy');
		const refused = await team.manage.ask(entering, 'acceptInvitation', { secret, name: ' ' });
		expect(refused.error).toMatchObject({ code: 'invalid_request', field: 'name' });
		await team.manage.ask(entering, 'acceptInvitation', { secret, name: 'Emmy Noether' });
		expect(await nameOf(entering)).toBe('Emmy Noether');
	});
});
