// Forbidden actions of agents as plain SQL statements, without the checks of the manage function.
import type { TransactionSql } from 'postgres';

import { people } from '../security/actors.ts';
import { acts, type Ended, type Given, type Scene } from './scene.ts';

type Attempt = {
	name: string;
	grants: (scene: Scene) => Given[];
	ended?: Ended;
	claims?: { call?: string | null; sub?: string };
	act: (scene: Scene) => (sql: TransactionSql) => Promise<{ count: number }>;
};

const { createSite: newSite, createPrompt, saveRevision, rename, publish, move, read } = acts;
const { readAllowed, setLauncher, twice } = acts;

/** Attempts that the database must refuse. */
export const attempts: Attempt[] = [
	{ name: 'a site without a grant', grants: () => [{ action: 'prompt:draft' }], act: newSite },
	{
		name: 'two sites in one transaction under one `once`',
		grants: () => [{ action: 'site:create', mode: 'once' }],
		act: (scene) => twice(newSite(scene)),
	},
	{
		name: 'a site in a workspace that the grant is not for',
		grants: ({ elsewhere }) => [{ action: 'site:create', site: elsewhere }],
		act: newSite,
	},
	{
		name: 'another site than was approved',
		grants: () => [{ action: 'site:create', mode: 'once', siteName: 'Old' }],
		act: newSite,
	},
	{
		name: 'a prompt without a grant',
		grants: () => [{ action: 'prompt:publish' }],
		act: createPrompt,
	},
	{
		name: 'a revision without a grant',
		grants: () => [{ action: 'prompt:publish' }],
		act: saveRevision,
	},
	{
		name: 'a prompt of a site that was not chosen',
		grants: ({ elsewhere }) => [{ action: 'prompt:draft', site: elsewhere }],
		act:
			({ elsewhere }) =>
			(sql) =>
				acts.createPrompt({ site: elsewhere } as Scene)(sql),
	},
	{
		name: 'another survey ID under a publish grant',
		grants: () => [{ action: 'prompt:publish' }],
		act: rename,
	},
	{
		name: 'publishing under a draft grant',
		grants: () => [{ action: 'prompt:draft' }],
		act: publish,
	},
	{
		name: 'publishing another revision than was approved',
		grants: ({ draft }) => [
			{ action: 'prompt:draft' },
			{ action: 'prompt:publish', prompt: draft, revision: 1 },
		],
		act: (scene) => publish(scene, 2),
	},
	{
		name: 'publishing another prompt than was approved',
		grants: ({ live }) => [
			{ action: 'prompt:draft' },
			{ action: 'prompt:publish', prompt: live, revision: 1 },
		],
		act: publish,
	},
	{
		name: 'publishing under a grant to pause',
		grants: ({ draft }) => [
			{ action: 'prompt:draft' },
			{ action: 'prompt:publish', prompt: draft },
		],
		act: publish,
	},
	{
		name: 'pausing under a grant to publish',
		grants: ({ live }) => [
			{ action: 'prompt:draft' },
			{ action: 'prompt:publish', prompt: live, revision: 1 },
		],
		act: (scene) => move(scene, 'paused'),
	},
	{
		name: 'pausing another prompt than was approved',
		grants: ({ draft }) => [
			{ action: 'prompt:draft' },
			{ action: 'prompt:publish', prompt: draft },
		],
		act: (scene) => move(scene, 'paused'),
	},
	{
		name: 'two changes under one `once`',
		grants: ({ live }) => [
			{ action: 'prompt:draft' },
			{ action: 'prompt:publish', prompt: live, mode: 'once' },
		],
		act: (scene) => async (sql) => {
			await move(scene, 'paused')(sql);
			return move(scene, 'archived')(sql);
		},
	},
	{
		name: 'publishing while it may read responses',
		grants: ({ draft }) => [
			{ action: 'prompt:draft' },
			{ action: 'prompt:publish', prompt: draft, revision: 1 },
			{ action: 'response:read' },
		],
		act: publish,
	},
	{
		name: 'publishing after it returned its reading grant',
		grants: ({ draft }) => [
			{ action: 'prompt:draft' },
			{ action: 'prompt:publish', prompt: draft, revision: 1 },
			{ action: 'response:read', givenBack: true },
		],
		act: publish,
	},
	{
		name: 'setting a launcher under a grant to publish',
		grants: () => [{ action: 'prompt:draft' }, { action: 'prompt:publish' }],
		act: setLauncher,
	},
	{
		name: 'setting another launcher than was approved',
		grants: () => [{ action: 'launcher:set', launcher: 'other' }],
		act: setLauncher,
	},
	{
		name: 'setting a launcher under a grant to remove it',
		grants: () => [{ action: 'launcher:set', launcher: null }],
		act: setLauncher,
	},
	{
		name: 'two launchers under one `once`',
		grants: () => [{ action: 'launcher:set', mode: 'once' }],
		act: (scene) => async (sql) => {
			await setLauncher(scene)(sql);
			return setLauncher(scene, null)(sql);
		},
	},
	{
		name: 'setting a launcher while it may read responses',
		grants: () => [{ action: 'launcher:set', launcher: 'live' }, { action: 'response:read' }],
		act: setLauncher,
	},
	{
		name: 'setting the launcher of a site that was not chosen',
		grants: ({ elsewhere }) => [{ action: 'launcher:set', site: elsewhere }],
		act:
			({ elsewhere }) =>
			(sql) =>
				setLauncher({ site: elsewhere } as Scene)(sql),
	},
	{
		name: 'changing another setting under a grant for launchers',
		grants: () => [{ action: 'launcher:set' }],
		act:
			({ site }) =>
			(sql) =>
				sql`update app.sites set settings = settings || '{"origins": []}' where id = ${site.id}`,
	},
	{
		name: 'seeing a site that another connection may see',
		grants: () => [],
		act:
			({ elsewhere }) =>
			async (sql) => {
				const rows = await sql`select id from app.prompts where site_id = ${elsewhere.id}`;
				return { count: rows.length };
			},
	},
	{
		name: 'using a lasting grant that is revoked',
		grants: () => [{ action: 'prompt:draft', revoked: true }],
		act: createPrompt,
	},
	{ name: 'reading without a grant', grants: () => [{ action: 'prompt:draft' }], act: read },
	{
		name: 'reading under a `once` without consuming it',
		grants: () => [{ action: 'response:read', mode: 'once' }],
		act: read,
	},
	{
		name: 'reading under a `once` without a call id',
		grants: () => [{ action: 'response:read', mode: 'once' }],
		claims: { call: null },
		act: readAllowed,
	},
	{
		name: 'reading under a `once` of another call',
		grants: () => [{ action: 'response:read', mode: 'once', consumed: true }],
		act: readAllowed,
	},
	{
		name: 'reading while it also claims to be a person',
		grants: () => [{ action: 'response:read' }],
		claims: { sub: people.owner },
		act: read,
	},
	...(['expired', 'revoked', 'consumed'] as const).map((what) => ({
		name: `using a grant that is ${what}`,
		grants: () => [{ action: 'prompt:draft' as const, mode: 'once' as const, [what]: true }],
		act: createPrompt,
	})),
	{
		name: 'seeing prompts while connections are paused',
		grants: () => [],
		ended: { paused: true },
		act:
			({ site }) =>
			async (sql) => {
				const rows = await sql`select id from app.prompts where site_id = ${site.id}`;
				return { count: rows.length };
			},
	},
	{
		name: 'creating a site while connections are paused',
		grants: () => [{ action: 'site:create' }],
		ended: { paused: true },
		act: newSite,
	},
	{
		name: 'seeing the workspace while its connections are paused',
		grants: () => [],
		ended: { paused: true },
		act:
			({ site }) =>
			async (sql) => {
				const rows = await sql`select id from app.workspaces where id = ${site.workspace}`;
				return { count: rows.length };
			},
	},
	...(['expired', 'revoked'] as const).map((what) => ({
		name: `acting as a connection that is ${what}`,
		grants: () => [{ action: 'prompt:draft' as const }],
		ended: { [what]: true },
		act: createPrompt,
	})),
	{
		name: 'using a grant whose approver lost the role',
		grants: () => [{ action: 'prompt:draft', approvedBy: people.demoted }],
		act: createPrompt,
	},
	{
		name: 'using a grant whose approver left',
		grants: () => [{ action: 'response:read', approvedBy: people.leaver }],
		act: read,
	},
];
