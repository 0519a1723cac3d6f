// The filter commands, and results with a saved filter, against a real service.
import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';
import { beforeAll, beforeEach, expect, it } from 'vitest';

import { openWorkspace } from './open-workspace.ts';
import { createPerson, type Person } from './run.ts';

type Saved = RouteOutput<'createSavedFilter'>;

let apiUrl: string;
let owner: Client;
let workspace: string;
let prompt: string;
let person: Person;

beforeAll(async () => {
	const opened = await openWorkspace();
	({ owner, workspace } = opened);
	({ apiUrl } = opened.stack);
});
beforeEach(async () => {
	const { id: site } = await owner.createSite({ workspace, name: 'Reports' });
	const content = {
		survey_id: 'nps',
		name: 'NPS',
		trigger: { events: ['done'] },
		questions: [{ id: 'score', type: 'nps' as const, title: 'Would you recommend us?' }],
	};
	({ id: prompt } = await owner.createPrompt({ site, content }));
	const { token } = await owner.createCiToken({
		workspace,
		name: 'Deploy',
		sites: [site],
		days: 1,
		actions: ['prompt:draft', 'response:read'],
	});
	person = createPerson({ url: 'http://127.0.0.1:1' }, token);
	Object.assign(person.env, { FEEDBACK_API_URL: apiUrl, FEEDBACK_SITE: site });
});

const condition = '{"answer":"score","op":"at_most","value":6}';
const save = (...more: string[]) =>
	person.run(['filter', 'save', prompt, '--name', 'Detractors', ...more, '--json']);

it('saves a filter once, lists, renames, uses and deletes it', async () => {
	const made = (await save('--days', '30', '--condition', condition)).data<Saved>();
	expect(made).toMatchObject({
		name: 'Detractors',
		filter: { days: 30, condition: { answer: 'score', op: 'at_most', value: 6 } },
	});
	expect((await save('--days', '30', '--condition', condition)).data()).toEqual(made);
	const dry = ['filter', 'delete', prompt, 'detractors', '--dry-run'];
	expect((await person.run(dry)).stdout).toContain('delete the filter "detractors"');
	const renamed = await person.run(['filter', 'rename', prompt, 'detractors', '--name', 'Critics']);
	expect(renamed.stdout).toContain('Renamed the filter to "Critics".');
	const { stdout } = await person.run(['filter', 'list', prompt]);
	expect(stdout).toMatch(/Critics +days 30, condition \{/);
	for (const command of ['summary', 'list', 'texts']) {
		const place = command === 'summary' ? [prompt] : ['--prompt', prompt];
		const used = await person.run(['response', command, ...place, '--filter', 'Critics']);
		expect(used.code).toBe(0);
		const gone = await person.run(['response', command, ...place, '--filter', 'Gone', '--json']);
		expect(gone.failure().error.message).toContain('names the saved filter "Gone"');
	}
	expect((await person.run(['filter', 'delete', prompt, made.id])).stdout).toContain('Deleted');
	const missing = await person.run(['filter', 'delete', prompt, made.id, '--json']);
	expect(missing.failure().error.code).toBe('not_found');
	const again = (await save('--days', '30', '--condition', condition)).data<Saved>();
	expect(again.id).not.toBe(made.id);
	expect((await person.run(['filter', 'list', prompt])).stdout).toContain('Detractors');
});

it.each([
	[[], 'The filter must hold at least one of'],
	[['--condition', '{'], '--condition is not JSON.'],
	[['--condition', '{"answer":"score","op":"is"}'], '--condition.value'],
	[['--days', '7', '--since', '2026-01-01'], '--days cannot be combined with since or until.'],
])('refuses %j before it sends anything', async (options, message) => {
	const refused = await save(...options);
	expect([refused.code, refused.failure().error.code]).toEqual([2, 'usage']);
	expect(refused.failure().error.message).toContain(message);
});
