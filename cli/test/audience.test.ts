// The audience commands, and prompts that name an audience, against a real service.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openWorkspace } from './open-workspace.ts';
import { createPerson, type Person } from './run.ts';

type Shown = RouteOutput<'getAudience'> & { shown: RouteOutput<'getAudienceVersion'> };

let apiUrl: string;
let owner: Client;
let workspace: string;
let site: string;
let person: Person;

beforeAll(async () => {
	const opened = await openWorkspace();
	({ owner, workspace } = opened);
	({ apiUrl } = opened.stack);
});
beforeEach(async () => {
	({ id: site } = await owner.createSite({ workspace, name: 'Reports' }));
	const { token } = await owner.createCiToken({
		workspace,
		name: 'Deploy',
		sites: [site],
		days: 1,
		actions: ['prompt:draft', 'prompt:publish'],
		combination: true,
	});
	person = createPerson({ url: 'http://127.0.0.1:1' }, token);
	Object.assign(person.env, { FEEDBACK_API_URL: apiUrl, FEEDBACK_SITE: site });
	write('pro.yaml', 'trait: plan\nop: is\nvalue: pro\n');
	write('team.json', '{"trait":"plan","op":"is","value":"team"}');
});

const write = (file: string, text: string) => writeFileSync(join(person.home, file), text);
const create = () =>
	person.run(['audience', 'create', 'paying', '--name', 'Paying', '--file', 'pro.yaml', '--json']);
const writePrompt = (audience: string) =>
	write(
		'prompt.yaml',
		`survey_id: ease\nname: Ease\nquestions:\n  - { id: ease, type: rating, title: How easy? }\naudience: ${audience}\n`,
	);

describe('an audience', () => {
	it('is created from a file, once for the same command', async () => {
		const made = (await create()).data();
		expect(made).toMatchObject({ key: 'paying', name: 'Paying', version: 1, changed: true });
		expect((await create()).data()).toEqual(made);
		const list = await person.run(['audience', 'list']);
		expect(list.stdout).toMatch(/paying +Paying +1 +0/);
	});

	it('has versions, and shows which prompts use an older version', async () => {
		await create();
		writePrompt('{ saved: paying }');
		const { data } = await person.run(['prompt', 'create', '--file', 'prompt.yaml', '--json']);
		const prompt = data<{ id: string }>().id;
		const next = await person.run([
			'audience',
			'update',
			'paying',
			'--file',
			'team.json',
			'--base',
			'1',
		]);
		expect(next.stdout).toContain('at version 2');
		const shown = (await person.run(['audience', 'show', 'paying', '--json'])).data<Shown>();
		expect(shown.shown.rule).toMatchObject({ value: 'team' });
		expect(shown.uses).toMatchObject([{ prompt, behind: true, latest: { version: 1 } }]);
		const old = await person.run(['audience', 'show', 'paying', '--version', '1']);
		expect(old.stdout).toContain('trait: plan\nop: is\nvalue: pro\n');
		expect(old.stdout).toMatch(/Ease +ease +draft +– +1 +yes/);
		const late = await person.run([
			'audience',
			'update',
			'paying',
			'--file',
			'pro.yaml',
			'--base',
			'1',
			'--json',
		]);
		expect([late.code, late.failure().error.code]).toEqual([3, 'conflict']);
		const archived = await person.run(['audience', 'archive', 'paying', '--json']);
		expect(archived.failure().error.message).toContain('ease');
	});

	it('is not reported as created when it was archived since', async () => {
		await create();
		await person.run(['audience', 'archive', 'paying']);
		expect((await create()).failure().error.code).toBe('conflict');
	});

	it('of a file without a rule is refused with an explanation', async () => {
		write('wrong.yaml', 'trait: plan\nop: iz\nvalue: pro\n');
		const refused = await person.run([
			'audience',
			'create',
			'paying',
			'--file',
			'wrong.yaml',
			'--json',
		]);
		expect([refused.code, refused.failure().error.code]).toEqual([2, 'invalid_file']);
		expect(refused.failure().error.message).toContain('op must be one of is, is_not');
		write('wrong.yaml', 'trait: [\n');
		const broken = await person.run([
			'audience',
			'create',
			'paying',
			'--file',
			'wrong.yaml',
			'--json',
		]);
		expect(broken.failure().error.message).toContain('neither YAML nor JSON');
		const nothing = await person.run(['audience', 'update', 'paying', '--json']);
		expect(nothing.failure().error.code).toBe('usage');
	});

	it('is not changed by a dry run', async () => {
		const dry = await person.run([
			'audience',
			'create',
			'paying',
			'--file',
			'pro.yaml',
			'--dry-run',
		]);
		expect(dry.stdout).toContain('create the audience "paying"');
		expect((await person.run(['audience', 'list', '--json'])).data()).toMatchObject({ items: [] });
	});
});

describe('a prompt file that names an audience', () => {
	it('is exported without the rule, and saved again as it is', async () => {
		await create();
		writePrompt('{ saved: paying }');
		const made = await person.run(['prompt', 'create', '--file', 'prompt.yaml', '--json']);
		const { id } = made.data<{ id: string }>();
		const { text } = (await person.run(['prompt', 'export', id, '--json'])).data<{
			text: string;
		}>();
		expect(text).toContain('audience:\n  saved: paying\n  version: 1\n');
		expect(text).not.toContain('rule');
		write('prompt.yaml', text);
		const same = await person.run(['prompt', 'diff', id, '--file', 'prompt.yaml', '--json']);
		expect(same.data()).toMatchObject({ changed: false });
		const saved = await person.run(['prompt', 'save', id, '--file', 'prompt.yaml', '--json']);
		expect(saved.data()).toMatchObject({ changed: false });
		expect((await person.run(['prompt', 'show', id])).stdout).toContain('value: pro');
	});

	it('shows the rules of both versions in a comparison', async () => {
		await create();
		writePrompt('{ saved: paying }');
		const made = await person.run(['prompt', 'create', '--file', 'prompt.yaml', '--json']);
		await person.run(['audience', 'update', 'paying', '--file', 'team.json']);
		const { id } = made.data<{ id: string }>();
		const { stdout } = await person.run(['prompt', 'diff', id, '--file', 'prompt.yaml']);
		expect(stdout).toContain('-  version: 1\n');
		expect(stdout).toContain('+  version: 2\n');
		expect(stdout).toContain('-    value: pro\n');
		expect(stdout).toContain('+    value: team\n');
	});

	it.each([
		['prompt', 'create', '--file', 'prompt.yaml', '--dry-run', '--json'],
		['prompt', 'create', '--file', 'prompt.yaml', '--json'],
	])('is refused if the site has no such audience: %s %s %s %s %s', async (...argv) => {
		writePrompt('{ saved: payin }');
		const refused = await person.run(argv.filter(Boolean));
		expect([refused.code, refused.failure().error.code]).toEqual([2, 'invalid_prompt']);
		expect(refused.failure().error.message).toContain(
			'audience.saved "payin" is not a saved audience',
		);
	});
});
