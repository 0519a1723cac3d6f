// Links to results: the command lists them, and leaves creating and revoking them to a person.
import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';
import { beforeAll, beforeEach, expect, it } from 'vitest';

import { openWorkspace } from './open-workspace.ts';
import { createPerson, type Person } from './run.ts';

type Link = RouteOutput<'revokeResultLink'>;
type Links = RouteOutput<'listResultLinks'>;

let apiUrl: string;
let owner: Client;
let workspace: string;
let site: string;
let prompt: string;
let person: Person;

beforeAll(async () => {
	const opened = await openWorkspace();
	({ owner, workspace } = opened);
	({ apiUrl } = opened.stack);
});
beforeEach(async () => {
	({ id: site } = await owner.createSite({ workspace, name: 'Reports' }));
	const content = {
		survey_id: 'nps',
		name: 'NPS',
		trigger: { events: ['done'] },
		questions: [{ id: 'score', type: 'nps' as const, title: 'Would you recommend us?' }],
	};
	({ id: prompt } = await owner.createPrompt({ site, content }));
	person = await connect(['response:read']);
});

async function connect(actions: ('prompt:draft' | 'response:read')[]): Promise<Person> {
	const { token } = await owner.createCiToken({
		workspace,
		name: 'Deploy',
		sites: [site],
		days: 1,
		actions,
	});
	const connected = createPerson({ url: 'http://127.0.0.1:1' }, token);
	Object.assign(connected.env, {
		FEEDBACK_API_URL: apiUrl,
		FEEDBACK_SITE: site,
		FEEDBACK_DASHBOARD_URL: 'https://dashboard.example.com',
	});
	return connected;
}

const create = (name = 'For the board') => owner.createResultLink({ site, prompt, name });
const link = (...argv: string[]) => person.run(['link', ...argv]);
const page = () => `https://dashboard.example.com/sites/${site}/prompts/${prompt}/results`;
/** Reads the values with which the page's dialog is filled in. */
function readShare({ error }: { error: { details?: unknown } }): unknown {
	const url = new URL((error.details as { url: string }).url);
	expect(url.origin + url.pathname).toBe(page());
	return JSON.parse(url.searchParams.get('share')!);
}

/** Lets the person act as soon as the command prints that it is waiting. */
async function whileWaiting(argv: string[], act: () => Promise<unknown>) {
	let acting: Promise<unknown> | undefined;
	const result = await person.spawn(['link', ...argv, '--wait=60', '--json'], {
		during: (child) =>
			child.stderr!.on('data', (text: Buffer) => {
				if (text.toString().includes('Waiting')) acting ??= act();
			}),
	});
	await acting;
	return result;
}

it('are listed without their URLs, with their state', async () => {
	expect((await link('list', prompt)).stdout).toContain('The prompt has no link yet.');
	const made = await create();
	await owner.revokeResultLink({ site, prompt, link: (await create('For sales')).id });
	const { stdout } = await link('list', prompt);
	expect(stdout).toMatch(
		new RegExp(`For the board +${made.prefix}… +active +figures .*${made.id}`),
	);
	expect(stdout).toMatch(/For sales +fbl_\S+ +revoked/);
	const listed = (await link('list', prompt, '--json')).data<Links>();
	expect(listed.items.map(({ name }) => name)).toEqual(['For sales', 'For the board']);
	// The person sees the same links.
	expect(listed).toEqual(await owner.listResultLinks({ site, prompt }));
	expect(JSON.stringify(listed)).not.toContain(made.url.split('#')[1]);
});

it('are listed with an approval only', async () => {
	person = await connect(['prompt:draft']);
	const { error, approval } = (await link('list', prompt, '--json')).failure();
	expect(error.code).toBe('approval_required');
	expect(approval).toMatchObject({ url: expect.any(String) });
});

it('are created by a person, and only that person sees the URL', async () => {
	const earlier = await create('Earlier');
	const argv = ['create', prompt, '--name', 'For the board'];
	const dry = await link(...argv, '--dry-run');
	expect(dry.stdout).toContain(
		'ask a person to create the link "For the board" to all results for 30 days',
	);
	const refused = (await link(...argv, '--json')).failure();
	expect(refused.error).toMatchObject({
		code: 'approval_required',
		next: [
			['feedback', 'link', ...argv.slice(0, 2), '--site', site, ...argv.slice(2)].concat([
				'--after',
				earlier.id,
				'--wait',
			]),
		],
	});
	expect(readShare(refused)).toEqual({ name: 'For the board', words: false, days: 30 });
	expect((await owner.listResultLinks({ site, prompt })).items).toHaveLength(1);
	const made = (await whileWaiting(argv, () => create())).data<Link>();
	expect(made).toMatchObject({ name: 'For the board', words: false, revoked_at: null });
	expect(made).not.toHaveProperty('url');
	// The next command finds what was created before it ran.
	const next = (await link(...refused.error.next[0]!.slice(2), '--json')).data<Link>();
	expect(next).toEqual(made);
});

it('are requested with their filter, period, expiry and words', async () => {
	const condition = { answer: 'score', op: 'at_most', value: 6 } as const;
	const given = [
		'--days',
		'45',
		'--trait',
		'plan:pro',
		'--condition',
		JSON.stringify(condition),
		'--expires',
		'7',
		'--words',
	];
	const filter = { trait: ['plan:pro'], condition, days: 45 };
	const argv = ['create', prompt, '--name', 'Unhappy', ...given];
	const asked = (await link(...argv, '--json')).failure();
	expect(readShare(asked)).toEqual({ name: 'Unhappy', filter, words: true, days: 7 });
	// Request the same link again.
	expect(asked.error.next).toEqual([
		[
			'feedback',
			'link',
			...argv.slice(0, 2),
			'--site',
			site,
			...argv.slice(2),
			'--after',
			'none',
			'--wait',
		],
	]);
	await owner.createSavedFilter({ site, prompt, name: 'Recent pro', filter });
	const saved = ['create', prompt, '--name', 'Saved', '--filter', 'recent PRO'];
	const all = (await link(...saved, '--json')).failure();
	expect(readShare(all)).toEqual({ name: 'Saved', filter, words: false, days: 30 });
	// Other options replace parts of the filter.
	const since = '2026-03-01T00:00:00Z';
	const other = (await link(...saved, '--since', '2026-03-01', '--json')).failure();
	const replaced = { trait: filter.trait, condition, since };
	expect(readShare(other)).toEqual({ name: 'Saved', filter: replaced, words: false, days: 30 });
	const wrong = await link(
		'create',
		prompt,
		'--name',
		'Both',
		'--days',
		'7',
		'--since',
		'2026-03-01',
	);
	expect([wrong.code, wrong.stderr]).toEqual([
		2,
		expect.stringContaining('--days cannot be combined with since or until.'),
	]);
});

it('are revoked by a person, by name, first characters or UUID', async () => {
	const made = await create();
	for (const named of ['for the BOARD', made.prefix, made.id]) {
		const dry = await link('revoke', prompt, named, '--dry-run');
		expect(dry.stdout).toContain(`revoke the link "For the board" (${made.prefix}…)`);
	}
	const refused = (await link('revoke', prompt, made.id, '--json')).failure();
	expect(refused.error).toMatchObject({
		code: 'approval_required',
		details: { url: `${page()}?revoke=${made.id}` },
	});
	const revoke = () => owner.revokeResultLink({ site, prompt, link: made.id });
	const revoked = await whileWaiting(['revoke', prompt, made.prefix], revoke);
	expect(revoked.data<Link>()).toMatchObject({ id: made.id, revoked_at: expect.any(String) });
	// Revoked again: there is nothing to do.
	const again = await link('revoke', prompt, made.id);
	expect(again.stdout).toContain('was revoked at');
});

it('must be named unambiguously', async () => {
	await create();
	await create();
	const several = (await link('revoke', prompt, 'For the board', '--json')).failure();
	expect(several.error.message).toBe('2 active links have the name "For the board".');
	const missing = (await link('revoke', prompt, 'Gone', '--json')).failure();
	expect(missing.error).toMatchObject({
		code: 'not_found',
		message: 'The prompt has no link "Gone".',
		next: [['feedback', 'link', 'list', prompt]],
	});
	const long = await link('create', prompt, '--name', 'x'.repeat(61), '--json');
	expect([long.code, long.failure().error.code]).toEqual([2, 'usage']);
});
