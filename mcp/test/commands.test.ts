import { listOperations, routes } from '@feedback/contract';
import { beforeAll, describe, expect, it } from 'vitest';

import { listOffered, notOverMcp } from '../src/operations/offered.ts';
import { openEditor, type Editor } from './editor.ts';
import { createPerson, type Person } from './person.ts';
import { visit } from './visitor.ts';

let person: Person;
let editor: Editor;

beforeAll(async () => {
	person = await createPerson();
	editor = await openEditor(person);
});

type Found = {
	commands: { name: string; summary: string; needs: string; changes: boolean; tools?: string[] }[];
	more?: number;
	input?: { properties: Record<string, unknown>; required?: string[] };
};
const find = (given: object) => editor.read<Found>('commands_find', { ...given });
const run = async (name: string, input: object = {}) =>
	(await editor.read<{ result: never }>('command_run', { name, input })).result;
const fail = (name: string, input: object = {}) => editor.fail('command_run', { name, input });

/** Runs a command, approves the grant that it requires, and runs it again. */
async function runApproved(name: string, input: object = {}): Promise<never> {
	const { error, approval } = await fail(name, input);
	expect(error.code).toBe('approval_required');
	await person.approve(approval!.id, true);
	return run(name, input);
}

describe('commands_find', () => {
	it.each([
		['pause prompt', 'pausePrompt'],
		['webhook create', 'requestDestination'],
		['audiences', 'listAudiences'],
		['undo a deletion', 'undoDeletion'],
		['audit', 'listAudit'],
		['rename saved filter', 'updateSavedFilter'],
		['members', 'listMembers'],
	])('finds by words: %s', async (search, name) => {
		const { commands } = await find({ search });
		expect(commands.slice(0, 5).map((command) => command.name)).toContain(name);
	});

	it('returns the schema of one, in which a condition is an object', async () => {
		const { commands, input } = await find({ name: 'compareResponses' });
		expect(commands).toMatchObject([{ name: 'compareResponses', changes: false }]);
		expect(input).toMatchObject({
			required: ['site', 'prompt', 'one', 'other'],
			properties: { one: { type: 'object' } },
		});
	});

	it('explains a name that there is not', async () => {
		const { error } = await editor.fail('commands_find', { name: 'listAudience' });
		expect(error).toMatchObject({ code: 'invalid_request', field: 'name' });
		expect(error.hint).toContain('listAudiences');
		const { error: file } = await editor.fail('commands_find', { name: 'exportResponses' });
		expect(file.hint).toBe(notOverMcp.exportResponses);
	});
});

describe('command_run', () => {
	it('reads and changes what has no tool of its own, with the same approvals', async () => {
		const audience = { key: 'pro', name: 'Pro', rule: { trait: 'plan', op: 'is', value: 'pro' } };
		await runApproved('createAudience', audience);
		expect(await run('listAudiences')).toMatchObject({ items: [{ key: 'pro' }] });
		await run('archiveAudience', { audience: 'pro' });
		expect(await run('listAudiences')).toMatchObject({ items: [] });
	});

	it('takes a survey ID, and a condition as an object', async () => {
		await visit({ site: person.site.site_id, event: 'seen' });
		const content = {
			survey_id: 'by-name',
			name: 'By name',
			questions: [{ id: 'q', type: 'nps', title: 'How likely?' }],
			trigger: { events: ['seen'] },
		};
		await editor.read('prompt_save', { content });
		const filter = { name: 'Detractors', filter: { days: 30 } };
		await run('createSavedFilter', { prompt: 'by-name', ...filter });
		expect(await run('listSavedFilters', { prompt: 'by-name' })).toMatchObject({
			items: [{ name: 'Detractors' }],
		});
		const compared = { prompt: 'by-name', one: { trait: ['plan:pro'] }, other: {} };
		expect(await runApproved('compareResponses', compared)).toHaveProperty('one');
		const preview: { name: string } = await run('previewPromptDeletion', { prompt: 'by-name' });
		await run('deletePrompt', { prompt: 'by-name', confirm: preview.name });
		const { items }: { items: { id: string; workspace: string }[] } = await run('listDeletions');
		await run('undoDeletion', { workspace: person.workspace, deletion: items[0]!.id });
		expect(await run('getPrompt', { prompt: 'by-name' })).toMatchObject({ survey_id: 'by-name' });
	});

	it('marks what visitors wrote', async () => {
		const events: { items: { account: unknown }[] } = await run('listEvents', { name: 'seen' });
		expect(events.items.length).toBeGreaterThan(0);
		const { content } = await editor.call('command_run', { name: 'listEvents' });
		expect(content[0]!.text).toContain('was collected from visitors');
	});

	it('refuses what only people may do, and says where they do it', async () => {
		const site = person.site.id;
		for (const [name, input, page] of [
			['createSiteKey', { name: 'Key' }, `/sites/${site}/settings/site-keys`],
			['removeMember', { workspace: person.workspace }, `/workspaces/${person.workspace}/members`],
			['deleteSite', {}, `/sites/${site}/settings/general`],
			['approveGrant', {}, '/approvals'],
		] as const) {
			const { error } = await fail(name, input);
			expect(error.code).toBe('forbidden');
			expect(error.message).toMatch(/^Only a person may do this, in the dashboard: /);
			expect(error.hint).toMatch(new RegExp(`^Ask a person to do it at http://[^/]+${page}$`));
		}
	});

	it('names a wrong parameter, and those that there are', async () => {
		const { error } = await fail('listDeletions', { workspaces: 'x' });
		expect(error).toMatchObject({
			code: 'invalid_request',
			field: 'workspaces',
			message: 'workspaces is not known here; known are: limit, cursor, workspace',
			hint: 'Did you mean workspace?',
		});
		expect((await fail('listAudiences', { limit: 5_000 })).error).toMatchObject({ field: 'limit' });
		expect((await fail('getAudience')).error).toMatchObject({ field: 'audience' });
		expect((await fail('getAudiense')).error.hint).toContain('getAudience');
	});

	it('only reads at an address that is limited to reading', async () => {
		const reader = await openEditor(person, { query: '?read_only=1' });
		const { tools } = await reader.client.listTools();
		const tool = tools.find(({ name }) => name === 'command_run');
		expect(tool!.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
		expect(await reader.read('command_run', { name: 'listAudiences' })).toHaveProperty('result');
		const pause = { name: 'archiveAudience', input: { audience: 'pro' } };
		expect((await reader.fail('command_run', pause)).error.code).toBe('forbidden');
	});

	it('stays on the site to which the address is limited', async () => {
		const other = await person.client.createSite({ workspace: person.workspace, name: 'Other' });
		const sites = [person.site.id, other.id];
		const pinned = await openEditor(person, { query: `?site=${other.id}`, sites });
		const { result } = await pinned.read<{ result: object }>('command_run', {
			name: 'listPrompts',
		});
		expect(result).toMatchObject({ items: [] });
		for (const [name, input] of [
			['listPrompts', { site: person.site.id }],
			['listSites', { workspace: person.workspace }],
			['listGrants', {}],
		] as const) {
			expect((await pinned.fail('command_run', { name, input })).error.code).toBe('forbidden');
		}
	});

	it('reaches every operation that is not a file', () => {
		const files = Object.entries(routes).filter(([, route]) => 'stream' in route);
		expect(Object.keys(notOverMcp).toSorted()).toEqual(files.map(([name]) => name).toSorted());
		expect(listOffered().length).toBe(listOperations().length - files.length);
	});
});
