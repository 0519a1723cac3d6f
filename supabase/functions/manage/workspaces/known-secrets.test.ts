// What a person knows does not end with their membership: the answer names what to replace.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createDestination } from '../../../tests/destinations.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
beforeAll(async () => {
	team = await openWorkspace();
});
afterAll(() => team.end());

/** Another owner, who made one of everything. */
async function openMaker(): Promise<TestPerson> {
	const { sites, manage, site } = team;
	const maker = await signIn();
	await sites.sql`delete from app.site_keys`;
	await sites.sql`delete from app.proof_keys`;
	await sites.sql`delete from app.destinations`;
	await join(sites.sql, site.workspace, maker, 'owner');
	const at = { site: site.id };
	const url = 'https://example.com/mine';
	const made = await Promise.all([
		manage.ask(maker, 'createSiteKey', { ...at, name: 'Billing' }),
		manage.ask(maker, 'createProofKey', { ...at, alg: 'HS256' }),
		manage.ask(maker, 'createDestination', {
			...at,
			kind: 'webhook',
			name: 'Mine',
			url,
			event_types: ['response.closed'],
		}),
		manage.ask(team.owner, 'createSiteKey', { ...at, name: 'Another owner’s' }),
	]);
	expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
	await createDestination(sites.sql, site.id, { name: 'Older' });
	return maker;
}

const about = (maker: TestPerson) => ({ workspace: team.site.workspace, person: maker.id });
const named = (secrets: { kind: string; name: string; made: boolean }[]) =>
	secrets.map(({ kind, name, made }) => [kind, /^k[0-9a-f]{10}$/.test(name) ? 'kid' : name, made]);

it('removing a member names the keys and secrets that they made or could read', async () => {
	const maker = await openMaker();
	const { body } = await team.manage.ask(team.owner, 'removeMember', about(maker));
	expect(named(body.secrets)).toEqual([
		['proof_key', 'kid', true],
		['site_key', 'Billing', true],
		['webhook', 'Mine', true],
		['webhook', 'Older', false],
	]);
	expect(new Set(body.secrets.map(({ site }) => site))).toEqual(new Set([team.site.id]));
});

it('a lower role names them too, without what the role may still read', async () => {
	const maker = await openMaker();
	const lower = { ...about(maker), role: 'editor' as const };
	const { body } = await team.manage.ask(team.owner, 'changeMember', lower);
	expect(body.role).toBe('editor');
	expect(named(body.secrets).map(([kind]) => kind)).toEqual([
		'proof_key',
		'site_key',
		'webhook',
		'webhook',
	]);
	const higher = { ...about(maker), role: 'owner' as const };
	expect((await team.manage.ask(team.owner, 'changeMember', higher)).body.secrets).toEqual([]);
});

it('a member who never was an owner could read no address', async () => {
	await openMaker();
	const editor = await signIn();
	await join(team.sites.sql, team.site.workspace, editor, 'editor');
	const { body } = await team.manage.ask(team.owner, 'removeMember', about(editor));
	expect(body.secrets).toEqual([]);
});

it('a person who leaves gets no secrets', async () => {
	const maker = await openMaker();
	const { body } = await team.manage.ask(maker, 'removeMember', about(maker));
	expect(body).toEqual({ removed: true, secrets: [] });
});
