import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { actions, type Action, examplePrompt } from '@feedback/contract';
import { decodeProposal } from '@feedback/contract/proposal';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { dryRunSchema } from '../src/dry-run.ts';
import { registry } from '../src/registry.ts';
import { promptText } from './prompt-text.ts';
import { createPerson } from './run.ts';
import type { Person } from './run.ts';
import { addEvent, addExperiment, addGrant, addPrompt, addResponse } from './service/state.ts';
import { author, type StoredPrompt } from './service/state.ts';
import { useService } from './service/use-service.ts';

const service = await useService();
let person: Person;
let prompt: StoredPrompt;
let event: string;
beforeEach(() => {
	person = createPerson(service, 'fbt_good');
	prompt = addPrompt(service.state, examplePrompt);
	event = addEvent(service.state, 'report.exported', { format: 'pdf' }).id;
	addResponse(service.state, prompt, { ease: 5, more: 'Fine,\n"really"' });
	for (const action of Object.keys(actions) as Action[]) addGrant(service.state, action);
	const write = (name: string, text: string) => writeFileSync(join(person.home, name), text);
	write('prompt.yaml', promptText);
	mkdirSync(join(person.home, 'web'), { recursive: true });
	write('web/index.html', '<html><head></head></html>');
	// Only prompts with a trigger can be forecast.
	write('triggered.yaml', `${promptText}trigger: { events: [report.exported] }\n`);
	write('survey.json', '{"title":"Ease","elements":[{"type":"comment","name":"why"}]}');
	write('next.yaml', promptText.replace('Ease', 'Easier').replace('ease', 'export-experience'));
});

/** A command line that succeeds, for each command. */
function line(name: string): string[] {
	const { workspace, site } = service.state;
	const place = ['--workspace', workspace, '--site', site];
	const rest: Record<string, string[]> = {
		mcp: ['config', 'cursor'],
		init: ['--app', 'web', '--yes', '--site-id', 'site_demo000000'],
		'prompt create': [...place, '--file', 'prompt.yaml'],
		'prompt show': [prompt.id],
		'prompt save': [prompt.id, '--file', 'next.yaml', '--base', '1'],
		'prompt validate': ['--file', 'prompt.yaml'],
		'prompt diff': [prompt.id, '--file', 'next.yaml'],
		'prompt publish': [prompt.id, ...place, '--revision', '1'],
		'prompt pause': [prompt.id],
		'prompt resume': [prompt.id],
		'prompt archive': [prompt.id],
		'prompt duplicate': [prompt.id, '--survey-id', 'again'],
		'prompt export': [prompt.id],
		'prompt keep': [prompt.id, '--variant', 'short'],
		'prompt propose': ['--file', 'prompt.yaml'],
		'prompt forecast': ['--file', 'triggered.yaml'],
		completion: ['bash'],
		import: ['surveyjs', 'survey.json', '--force'],
		'operation run': ['listSites', ...place],
		'workspace pause': ['--workspace', workspace, '--wait'],
		'launcher set': ['export-experience', '--label', 'Say it'],
		'site create': ['--name', 'My app'],
		'response summary': [prompt.id],
		'response explain': [prompt.id, 'responses'],
		'response compare': [prompt.id, '--one', '{}', '--other', '{"revision":1}'],
		'response experiment': [prompt.id],
		'response export': ['--output', 'answers.csv'],
		'response screenshot': [prompt.id, prompt.id, '--output', 'bug.webp', '--force'],
		'display export': ['--output', 'displays.csv'],
		'event tail': ['--count', '1', '--interval', '0.2'],
		why: [event],
		'grant request': ['prompt:publish', '--prompt', prompt.id, '--revision', '1'],
		'grant wait': [service.state.requests[0]?.id ?? ''],
		'grant revoke': [service.state.grants[0]!.id],
		'docs search': ['how', 'many'].slice(0, 1),
		'docs get': ['guides/prompts'],
	};
	return [...name.split(' '), ...(rest[name] ?? [])];
}

const streaming = ['login', 'event tail'];
/** Commands that the test service supports; files named after the others test those. */
const commands = registry.filter(
	({ name }) =>
		!/^(webhook|audience|filter|link|deletion|\w+ delete|response (texts|tags|propose))\b/.test(
			name,
		),
);

/** What there is, and what a person does, before the command can end. */
async function prepareFor(name: string): Promise<void> {
	const { state } = service;
	if (name === 'prompt keep') addExperiment(prompt);
	if (name === 'grant wait') {
		await person.run(['grant', 'request', 'prompt:draft', '--json']);
		state.person_decides = 'approve';
	}
	if (name === 'workspace pause') {
		const pause = { workspace: state.workspace, workspace_name: 'Demo workspace' };
		state.agentPauses = [{ ...pause, at: '2026-03-01T12:00:00.000Z', by: 'Ada' }];
	}
}

describe('with --json, a command', () => {
	it.each(commands.map(({ name }) => name).filter((name) => !streaming.includes(name)))(
		'prints exactly one object of its schema: %s',
		async (name) => {
			await prepareFor(name);
			const command = await registry.find((entry) => entry.name === name)!.load();
			const result = await person.run([...line(name), '--json']);
			expect(
				result.stderr.replace(/^(Only a person|Do it here|Waiting|FEEDBACK_TOKEN).*\n/gm, ''),
			).toBe('');
			expect(result.code).toBe(0);
			command.output.parse(result.data());
			const shipped = new URL(`../dist/schemas/${name.replace(' ', '-')}.json`, import.meta.url);
			const schema = JSON.parse(readFileSync(shipped, 'utf8')) as Parameters<
				typeof z.fromJSONSchema
			>[0];
			expect(z.fromJSONSchema(schema).safeParse(JSON.parse(result.stdout)).error).toBeUndefined();
		},
	);

	it.each(commands.map(({ name }) => name).filter((name) => !streaming.includes(name)))(
		'prints text without it: %s',
		async (name) => {
			await prepareFor(name);
			const result = await person.run(line(name));
			expect(result.code).toBe(0);
			expect(result.stdout).toMatch(/\S\n$/);
			expect(result.stdout).not.toMatch(/undefined|\[object|NaN|\u001b/);
		},
	);
});

describe('a list', () => {
	it('prints only the requested fields', async () => {
		const { data } = await person.run(['prompt', 'list', '--fields', 'id,survey_id']);
		expect(data()).toEqual({
			items: [{ id: prompt.id, survey_id: 'export-experience' }],
			next: null,
		});
	});

	it('can select fields of answers', async () => {
		const { data } = await person.run(['response', 'list', '--fields', 'answers.ease']);
		expect(data()).toEqual({
			items: [{ answers: { ease: 5 } }],
			next: null,
			latest: service.state.responses[0]!.id,
		});
	});

	it('refuses an unknown field', async () => {
		const { code, failure } = await person.run(['prompt', 'list', '--fields', 'id,survey']);
		expect(code).toBe(2);
		expect(failure().error).toMatchObject({ code: 'usage', hint: 'Did you mean "survey_id"?' });
	});

	it('shows the cursor of the next page', async () => {
		const { stdout } = await person.run(['site', 'list', '--limit', '1']);
		expect(stdout).not.toContain('--cursor');
		await person.run(['site', 'create', '--name', 'Second']);
		const more = await person.run(['site', 'list', '--limit', '1']);
		expect(more.stdout).toMatch(/There are more: --cursor \S+/);
	});
});

describe('prompt create', () => {
	it('prints the first result when it is repeated, and creates no second prompt', async () => {
		const first = await person.run(['prompt', 'create', '--file', 'prompt.yaml', '--json']);
		const second = await person.run(['prompt', 'create', '--file', 'prompt.yaml', '--json']);
		expect(second.stdout).toBe(first.stdout);
		expect(service.state.prompts).toHaveLength(2);
	});

	it('reads standard input', async () => {
		const { data } = await person.run(['prompt', 'create', '--file', '-', '--json'], {
			input: promptText,
		});
		expect(data()).toMatchObject({ survey_id: 'ease', revision: 1, state: 'draft' });
	});

	it('with --dry-run changes nothing', async () => {
		const { data } = await person.run([
			'prompt',
			'create',
			'--file',
			'prompt.yaml',
			'--dry-run',
			'--json',
		]);
		expect(dryRunSchema.parse(data())).toMatchObject({
			would: 'create the prompt "ease" as a draft',
			approved: true,
		});
		expect(service.state.prompts).toHaveLength(1);
	});
});

describe('--dry-run', () => {
	it.each([
		'prompt publish',
		'prompt pause',
		'prompt archive',
		'prompt save',
		'prompt duplicate',
		'launcher set',
		'site create',
		'site sample',
	])('of %s prints what would change and changes nothing', async (name) => {
		service.received.length = 0;
		const { data } = await person.run([...line(name), '--dry-run', '--json']);
		expect(dryRunSchema.parse(data()).would).toMatch(/\w/);
		// Validating stores nothing.
		expect(service.received.filter((one) => !/^GET|\/validate$/.test(one))).toEqual([]);
	});

	it('is refused by a command that changes nothing', async () => {
		const { code } = await person.run(['prompt', 'list', '--dry-run', '--json']);
		expect(code).toBe(2);
	});
});

describe('prompt publish', () => {
	it('of a published revision changes nothing, and succeeds', async () => {
		const { code, data } = await person.run([...line('prompt publish'), '--json']);
		expect(code).toBe(0);
		expect(data()).toMatchObject({ changed: false });
	});

	it('of an older revision publishes it and prints what that undoes', async () => {
		await person.run([...line('prompt save'), '--json']);
		const newer = line('prompt publish').with(-1, '2');
		expect((await person.run(newer)).stdout).toBe('"Easier" is now published at revision 2.\n');
		const { code, stdout } = await person.run(line('prompt publish'));
		expect(code).toBe(0);
		const [now, back, undone, fields] = stdout.split('\n');
		expect(now).toMatch(/ is now published at revision 1\.$/);
		expect(back).toBe('Went back from revision 2 to 1.');
		expect(undone).toBe(`Undone: revision 2 by ${author}.`);
		expect(fields).toMatch(/^Reverted fields: name, .* and \d+ more\.$/);
		await person.run(newer);
		const { data } = await person.run([...line('prompt publish'), '--json']);
		expect(data()).toMatchObject({
			published_revision: 1,
			changed: true,
			went_back: { from: 2, to: 1, undone: [{ revision: 2, created_by: author }] },
		});
	});

	it('with --if-latest is refused when there is a newer revision, and names who saved it', async () => {
		await person.run([...line('prompt save'), '--json']);
		const argv = [...line('prompt publish'), '--if-latest', '--json'];
		for (const given of [argv, [...argv, '--dry-run']]) {
			const { code, failure } = await person.run(given);
			expect(code).toBe(3);
			expect(failure().error).toMatchObject({
				code: 'revision_conflict',
				message: expect.stringContaining(`Revision 2 is newer, saved by ${author}`),
				details: { latest_revision: 2, latest_created_by: author },
			});
		}
	});

	it('with --dry-run warns that it would go back to an older revision', async () => {
		await person.run([...line('prompt save'), '--json']);
		await person.run(line('prompt publish').with(-1, '2'));
		const { data } = await person.run([...line('prompt publish'), '--dry-run', '--json']);
		expect(data()).toMatchObject({
			would: 'publish revision 1 of "export-experience", back from revision 2',
		});
	});

	it('repeated with its --idempotency-key prints the first result and publishes nothing', async () => {
		await person.run([...line('prompt save'), '--json']);
		const first = [...line('prompt publish'), '--idempotency-key', 'k-1', '--json'];
		const { stdout } = await person.run(first);
		await person.run(line('prompt publish').with(-1, '2'));
		expect((await person.run(first)).stdout).toBe(stdout);
		const { data } = await person.run(['prompt', 'show', prompt.id, '--json']);
		expect(data()).toMatchObject({ published_revision: 2 });
	});
});

describe('a prompt file', () => {
	it('that was exported can be saved again and changes nothing', async () => {
		await person.run(['prompt', 'export', prompt.id, '--output', 'out.yaml']);
		const { data } = await person.run([
			'prompt',
			'diff',
			prompt.id,
			'--file',
			'out.yaml',
			'--json',
		]);
		expect(data()).toMatchObject({ changed: false, diff: '' });
	});

	it('is only replaced with --force', async () => {
		const again = ['prompt', 'export', prompt.id, '--output', 'prompt.yaml', '--json'];
		const { code, failure } = await person.run(again);
		expect(code).toBe(1);
		expect(failure().error.message).toMatch(/prompt\.yaml already exists/);
		expect(readFileSync(join(person.home, 'prompt.yaml'), 'utf8')).toBe(promptText);
		expect((await person.run([...again, '--force'])).code).toBe(0);
	});

	it('shows its difference to a revision', async () => {
		const { stdout } = await person.run(['prompt', 'diff', prompt.id, '--file', 'next.yaml']);
		expect(stdout).toMatch(
			/^--- revision 1\n\+\+\+ next\.yaml\n@@ -1,\d+ \+1,\d+ @@\n survey_id: export-experience\n-name: /,
		);
	});

	it('becomes a proposal that the dashboard can read', async () => {
		const { data } = await createPerson(service).run([
			'prompt',
			'propose',
			'--file',
			join(person.home, 'prompt.yaml'),
			'--json',
		]);
		const { url } = data<{ url: string }>();
		const [page, fragment] = url.split('#');
		expect(page).toBe('http://127.0.0.1:54323/propose');
		expect(await decodeProposal(fragment!)).toMatchObject({ survey_id: 'ease' });
	});

	it('cannot be proposed while the address of the dashboard is not set', async () => {
		const stranger = createPerson(service);
		delete stranger.env['FEEDBACK_DASHBOARD_URL'];
		const file = join(person.home, 'prompt.yaml');
		const propose = ['prompt', 'propose', '--file', file, '--json'];
		const { code, failure } = await stranger.run(propose);
		expect([code, failure().error.code]).toEqual([2, 'usage']);
		expect(failure().error.hint).toContain('FEEDBACK_DASHBOARD_URL');
		delete stranger.env['FEEDBACK_API_URL'];
		expect((await stranger.run(propose)).code).toBe(0);
	});

	it('too large for a proposal is refused with what to do instead', async () => {
		let seed = 1;
		const noise = () => ((seed = (seed * 48_271) % 2_147_483_647) % 36).toString(36);
		const questions = Array.from({ length: 20 }, (_, at) => ({
			id: `q${at}`,
			type: 'nps',
			title: 'x',
			help: Array.from({ length: 1_500 }, noise).join(''),
		}));
		const file = JSON.stringify({ survey_id: 'a', name: 'a', questions });
		const { code, failure } = await person.run(['prompt', 'propose', '--file', '-', '--json'], {
			input: file,
		});
		expect([code, failure().error.code]).toEqual([2, 'too_long']);
	});

	it('with errors is refused, listing them by line', async () => {
		writeFileSync(join(person.home, 'bad.yaml'), promptText.replace('questions', 'questons'));
		const { code, stderr } = await person.run(['prompt', 'validate', '--file', 'bad.yaml']);
		expect(code).toBe(2);
		expect(stderr).toContain('bad.yaml:3:1 questons is not known here; did you mean "questions"?');
		const { failure } = await person.run(['prompt', 'validate', '--file', 'bad.yaml', '--json']);
		const { faults } = failure().error.details as { faults: object[] };
		expect(faults).toContainEqual(
			expect.objectContaining({ line: 3, column: 1, suggestion: 'questions' }),
		);
	});
});

describe('without a sign-in', () => {
	it.each([
		'prompt validate',
		'prompt schema',
		'prompt templates',
		'prompt propose',
		'docs search',
		'docs get',
	])('%s works, and sends the service no request', async (name) => {
		const stranger = createPerson(service);
		writeFileSync(join(stranger.home, 'prompt.yaml'), promptText);
		service.received.length = 0;
		expect((await stranger.run([...line(name), '--json'])).code).toBe(0);
		expect(service.received.filter((request) => !request.includes('/docs/'))).toEqual([]);
	});
});

describe('response export', () => {
	it('counts responses, not lines', async () => {
		const { data } = await person.run([...line('response export'), '--json']);
		expect(data()).toMatchObject({ file: 'answers.csv', format: 'csv', responses: 1 });
		expect(readFileSync(join(person.home, 'answers.csv'), 'utf8')).toContain('"Fine,\n""really"""');
	});

	it('streams to standard output', async () => {
		const { stdout } = await person.run(['response', 'export', '--format', 'ndjson']);
		expect(JSON.parse(stdout)).toMatchObject({ answers: { ease: 5 } });
	});

	it('with --json needs a file, so that standard output has one object', async () => {
		const { code, failure } = await person.run(['response', 'export', '--json']);
		expect([code, failure().error.code]).toEqual([2, 'usage']);
	});

	it('leaves no partial file when the connection breaks', async () => {
		service.instead = (request, response) => {
			if (!request.url!.includes('responses.csv')) return false;
			response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' });
			response.write('id,answer\r\n');
			setTimeout(() => response.destroy(), 50);
			return true;
		};
		const { code, failure } = await person.run([...line('response export'), '--json']);
		expect([code, failure().error.code]).toEqual([7, 'unreachable']);
		expect(() => readFileSync(join(person.home, 'answers.csv'))).toThrow('ENOENT');
	});
});

describe('event list', () => {
	it('prints how many names are not on the list', async () => {
		service.instead = (request, response) => {
			if (!request.url!.includes('/event-names')) return false;
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ items: [], next: null, unlisted: 3 }));
			return true;
		};
		const { stdout } = await person.run(['event', 'list', '--names']);
		expect(stdout).toContain('3 more names of events: the list of unregistered names is full.');
	});
});

describe('event tail', () => {
	it('prints one object for each event, once, then the result', async () => {
		const arriving = ['a.first', 'a.second'];
		const { code, stdout } = await person.spawn(
			['event', 'tail', '--count', '2', '--interval', '0.2', '--json'],
			{
				during: () => {
					// Another one arrives when the one before was read twice.
					const timer = setInterval(() => {
						const polls = service.received.filter((request) => request.includes('/events'));
						if (polls.length < 7 - 2 * arriving.length) return;
						addEvent(service.state, arriving.shift()!);
						if (arriving.length === 0) clearInterval(timer);
					}, 20);
				},
			},
		);
		expect(code).toBe(0);
		const lines = stdout
			.trim()
			.split('\n')
			.map((text) => JSON.parse(text) as Record<string, unknown>);
		const names = lines.map(({ type, name }) => [type, name]);
		expect(names.slice(0, 2)).toEqual(['a.first', 'a.second'].map((name) => ['event', name]));
		expect(lines[2]).toEqual({ type: 'result', ok: true, data: { events: 2 } });
	});
});

describe('settings', () => {
	it('are read from flags, then the environment, then feedback.json, then the user', async () => {
		const [ofProject, ofUser] = [service.state.site, '00000000-0000-4000-8000-000000000001'];
		mkdirSync(join(person.home, 'config/feedback'), { recursive: true });
		writeFileSync(
			join(person.home, 'config/feedback/config.json'),
			JSON.stringify({ site: ofUser }),
		);
		const find = async (argv: string[], env = {}) => {
			const { data } = await person.run(['whoami', ...argv, '--fields', 'settings.site'], { env });
			return data<{ settings: { site: { value: string; source: string } } }>().settings.site;
		};
		expect(await find([])).toEqual({
			value: ofUser,
			source: join(person.home, 'config/feedback/config.json'),
		});
		writeFileSync(join(person.home, 'feedback.json'), JSON.stringify({ site: ofProject }));
		expect(await find([])).toEqual({
			value: ofProject,
			source: join(person.home, 'feedback.json'),
		});
		expect(await find([], { FEEDBACK_SITE: ofUser })).toMatchObject({ source: 'FEEDBACK_SITE' });
		expect(await find(['--site', ofUser], { FEEDBACK_SITE: ofProject })).toEqual({
			value: ofUser,
			source: '--site',
		});
	});

	it('of a project are found from its subfolders, and cannot set the service’s address', async () => {
		writeFileSync(
			join(person.home, 'feedback.json'),
			JSON.stringify({ site: service.state.site, api_url: 'https://evil.example' }),
		);
		mkdirSync(join(person.home, 'src/deep'), { recursive: true });
		const { data } = await person.run(['whoami', '--json'], { cwd: join(person.home, 'src/deep') });
		expect(data()).toMatchObject({
			settings: { api_url: { source: 'FEEDBACK_API_URL' }, site: { value: service.state.site } },
		});
	});
});
