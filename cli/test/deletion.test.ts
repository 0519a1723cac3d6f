// Tests against a real service which deletions the command performs, which it leaves to a person, and undoing them.
import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';
import { beforeEach, describe, expect, it } from 'vitest';

import { giveResponses } from '../../dashboard/test/add-past-responses.ts';
import { dryRunSchema } from '../src/dry-run.ts';
import { onTerminal } from './on-terminal.ts';
import { openWorkspace } from './open-workspace.ts';
import { createPerson, type Person } from './run.ts';

type Deletion = RouteOutput<'undoDeletion'>;

let adminUrl: string;
let apiUrl: string;
let owner: Client;
let workspace: string;
let site: string;
let prompt: string;
let person: Person;

const name = 'How "easy" was it?';

beforeEach(async () => {
	const opened = await openWorkspace();
	({ owner, workspace } = opened);
	({ adminUrl, apiUrl } = opened.stack);
	({ id: site } = await owner.createSite({ workspace, name: 'Shop' }));
	const content = {
		survey_id: 'ease',
		name,
		trigger: { events: ['done'] },
		questions: [{ id: 'score', type: 'nps' as const, title: 'Would you recommend us?' }],
	};
	({ id: prompt } = await owner.createPrompt({ site, content }));
	person = await connect(['prompt:draft']);
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
	Object.assign(connected.env, { FEEDBACK_API_URL: apiUrl, FEEDBACK_SITE: site });
	return connected;
}

const publish = () => owner.publishPrompt({ site, prompt, revision: 1 });
const json = async (...argv: string[]) => (await person.run([...argv, '--json'])).data<Deletion>();
const fail = async (...argv: string[]) => {
	const { code, failure } = await person.run([...argv, '--json']);
	const { error, approval } = failure();
	return { exit: code, ...error, approval };
};
/** Lets the person act as soon as the command prints that it is waiting. */
async function whileWaiting(argv: string[], act: () => Promise<unknown>) {
	let acting: Promise<unknown> | undefined;
	const result = await person.spawn([...argv, '--wait=60', '--json'], {
		during: (child) =>
			child.stderr!.on('data', (text: Buffer) => {
				if (text.toString().includes('Waiting')) acting ??= act();
			}),
	});
	await acting;
	return result;
}

describe('a draft', () => {
	it('is deleted by its name, listed, and restored', async () => {
		const dry = await person.run(['prompt', 'delete', prompt, '--dry-run']);
		expect(dry.stdout).toContain(`This would delete the prompt "${name}", with 1 revision.`);
		expect(dry.stdout).toContain('It is already approved.');
		expect(await fail('prompt', 'delete', prompt)).toMatchObject({
			exit: 2,
			code: 'usage',
			details: { name, counts: { revisions: 1 } },
			next: [['feedback', 'prompt', 'delete', prompt, '--site', site, '--confirm', name]],
		});
		expect(await fail('prompt', 'delete', prompt, '--confirm', 'Ease')).toMatchObject({
			exit: 2,
			code: 'usage',
			message: `The prompt is called "${name}", not "Ease".`,
		});
		expect((await owner.listDeletions({})).items).toEqual([]);

		const made = await json('prompt', 'delete', prompt, '--confirm', name);
		expect(made).toMatchObject({ kind: 'prompt', target: prompt, state: 'scheduled', name });
		// Repeating the command changes nothing.
		expect(await json('prompt', 'delete', prompt, '--confirm', name)).toEqual(made);
		const listed = await person.run(['deletion', 'list']);
		expect(listed.stdout).toMatch(
			new RegExp(`prompt +How "easy" was it\\? +scheduled .*${made.id}`),
		);

		const undone = await person.run(['deletion', 'undo', made.id]);
		expect(undone.stdout).toContain(`Undid the deletion of the prompt "${name}".`);
		expect((await json('deletion', 'undo', made.id)).state).toBe('undone');
		expect((await owner.getPrompt({ site, prompt })).state).toBe('draft');
	});

	it('is not reported as created again while its deletion is scheduled', async () => {
		const copy = ['prompt', 'duplicate', prompt, '--survey-id', 'again'];
		const { id } = (await person.run([...copy, '--json'])).data<{ id: string }>();
		expect((await person.run([...copy, '--json'])).data()).toMatchObject({ id });
		await json('prompt', 'delete', id, '--confirm', name);
		expect(await fail(...copy)).toMatchObject({ code: 'conflict' });
	});

	it('needs an approval of prompt:draft', async () => {
		person = await connect(['response:read']);
		const refused = await fail('prompt', 'delete', prompt, '--confirm', name);
		expect(refused).toMatchObject({ exit: 5, code: 'approval_required' });
		expect(refused.approval!.url).toContain('/approvals/');
	});

	it('is deleted on a terminal after its name was typed', async () => {
		const asks = /Type "How/;
		const wrong = await onTerminal(
			person,
			['prompt', 'delete', prompt],
			[{ when: asks, keys: 'ease\r' }],
		);
		expect([wrong.code, wrong.shown]).toEqual([2, expect.stringContaining('Nothing was deleted.')]);
		const right = await onTerminal(
			person,
			['prompt', 'delete', prompt],
			[{ when: asks, keys: `${name}\r` }],
		);
		expect(right.shown).toContain('Until then, undo it with: feedback deletion undo');
		expect(right.code).toBe(0);
	});
});

describe('a prompt that was published', () => {
	it('is left to a person, at an address that names it', async () => {
		await publish();
		const dry = await person.run(['prompt', 'delete', prompt, '--dry-run', '--json']);
		expect(dryRunSchema.parse(dry.data())).toMatchObject({ needs: 'person', approved: false });
		const url = expect.stringContaining(`/sites/${site}/prompts/${prompt}/results?delete`);
		expect(await fail('prompt', 'delete', prompt, '--confirm', name)).toMatchObject({
			exit: 5,
			code: 'approval_required',
			details: { url },
			next: [['feedback', 'prompt', 'delete', prompt, '--site', site, '--wait']],
		});
		expect((await owner.getPrompt({ site, prompt })).state).toBe('published');
	});

	it('can be awaited, and so can its undo', async () => {
		await publish();
		const deleted = await whileWaiting(['prompt', 'delete', prompt], () =>
			owner.deletePrompt({ site, prompt, confirm: name }),
		);
		const { id, state } = deleted.data<Deletion>();
		expect(state).toBe('scheduled');
		const undone = await whileWaiting(['deletion', 'undo', id], () =>
			owner.undoDeletion({ workspace, deletion: id }),
		);
		expect(undone.data<Deletion>().state).toBe('undone');
	});
});

describe.each([
	{ kind: 'site', called: 'Shop', page: () => `/sites/${site}/settings/general?delete` },
	{ kind: 'workspace', called: 'Acme', page: () => `/workspaces/${workspace}/members?delete` },
])('a $kind', ({ kind, called, page }) => {
	const command = () => [kind, 'delete', '--workspace', workspace];

	it('is left to an owner', async () => {
		expect(await fail(...command(), '--confirm', 'Other')).toMatchObject({ exit: 2 });
		const url = expect.stringContaining(page());
		expect(await fail(...command(), '--confirm', called)).toMatchObject({
			exit: 5,
			code: 'approval_required',
			details: { url },
		});
	});

	it('is awaited', async () => {
		const remove = () =>
			kind === 'site'
				? owner.deleteSite({ site, confirm: called })
				: owner.deleteWorkspace({ workspace, confirm: called });
		const { code, data } = await whileWaiting(command(), remove);
		expect([code, data<Deletion>().kind]).toEqual([0, kind]);
		expect(await fail('deletion', 'undo', data<Deletion>().id)).toMatchObject({
			code: 'approval_required',
			details: { url: expect.stringContaining(page()) },
		});
	});
});

describe('responses', () => {
	const command = ['response', 'delete', '--prompt', 'ease', '--condition'];
	const low = '{"answer":"score","op":"at_most","value":6}';

	beforeEach(async () => {
		await publish();
		const { site_id } = await owner.getSite({ site });
		await giveResponses({ adminUrl, siteId: site_id }, 'ease', [
			{ answers: { score: 2 } },
			{ answers: { score: 3 } },
			{ answers: { score: 10 } },
		]);
		person = await connect(['response:read']);
	});

	it('of a filter are counted, and left to an owner, at an address with the filter', async () => {
		const dry = await person.run([...command, low, '--dry-run']);
		expect(dry.stdout).toContain(`ask a person to delete 2 responses to “${name}”`);
		const refused = await fail(...command, low);
		expect(refused).toMatchObject({
			exit: 5,
			code: 'approval_required',
			next: [
				[
					'feedback',
					'response',
					'delete',
					'--site',
					site,
					'--prompt',
					'ease',
					'--condition',
					low,
					'--wait',
				],
			],
		});
		const { pathname, searchParams } = new URL(String(refused.details?.['url']));
		expect(pathname).toBe(`/sites/${site}/responses`);
		expect(Object.fromEntries(searchParams)).toMatchObject({ prompt, delete: '' });
		expect(JSON.parse(searchParams.get('condition')!)).toEqual(JSON.parse(low));
		expect(await fail('response', 'delete', '--search', 'nothing')).toMatchObject({
			code: 'not_found',
		});
	});

	it('are awaited, and so is their undo', async () => {
		const deleted = await whileWaiting([...command, low], () =>
			owner.deleteResponses({ site, prompt, condition: low, count: 2 }),
		);
		const { id, kind } = deleted.data<Deletion>();
		expect(kind).toBe('responses');
		expect(await fail('deletion', 'undo', id)).toMatchObject({
			details: { url: expect.stringMatching(`/sites/${site}/settings/general$`) },
		});
		const undone = await whileWaiting(['deletion', 'undo', id], () =>
			owner.undoDeletion({ workspace, deletion: id }),
		);
		expect(undone.data<Deletion>().state).toBe('undone');
		expect((await owner.listResponses({ site })).items).toHaveLength(3);
	});
});

it('reports no deletion of a site that it cannot see', async () => {
	const other = await owner.createSite({ workspace, name: 'Other' });
	const { id } = await owner.deleteSite({ site: other.id, confirm: 'Other' });
	expect(await fail('deletion', 'undo', id)).toMatchObject({ exit: 3, code: 'not_found' });
	expect((await person.run(['deletion', 'list'])).stdout).not.toContain(id);
});
