import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { examplePrompt } from '@feedback/contract';

import type { FailureEnvelope } from '../src/output/envelope.ts';
import { promptText } from './prompt-text.ts';
import { bin, createPerson, suggestions } from './run.ts';
import type { Person } from './run.ts';
import { addGrant, addPrompt, addResponse } from './service/state.ts';
import { useService } from './service/use-service.ts';

const service = await useService();
let person: Person;
const unknown = '00000000-0000-4000-8000-000000000009';

beforeAll(() => {
	// Suggestions from other test files query services that have stopped.
	suggestions.length = 0;
});
beforeEach(() => {
	person = createPerson(service, 'fbt_good');
	writeFileSync(join(person.home, 'prompt.yaml'), promptText);
});

describe('a failure', () => {
	it.each<[string, number, string, string[], Record<string, string>]>([
		['an unknown command', 2, 'usage', ['promt', 'list'], {}],
		['an unknown verb', 2, 'usage', ['prompt', 'lst'], {}],
		['an unknown flag', 2, 'usage', ['prompt', 'create', '--fil', 'prompt.yaml'], {}],
		['too many words', 2, 'usage', ['whoami', 'now'], {}],
		['a flag without its value', 2, 'usage', ['prompt', 'create', '--file'], {}],
		['a missing option', 2, 'usage', ['prompt', 'create'], {}],
		['a missing revision', 2, 'usage', ['prompt', 'publish', unknown], {}],
		['a wrong number', 2, 'usage', ['prompt', 'publish', unknown, '--revision', 'two'], {}],
		['a wrong name', 2, 'usage', ['prompt', 'show', 'export experience'], {}],
		['a wrong word', 2, 'usage', ['prompt', 'list', '--state', 'publishd'], {}],
		['a site ID for a site UUID', 2, 'usage', ['prompt', 'list', '--site', 'site_demo000000'], {}],
		['a wrong wait', 2, 'usage', ['prompt', 'create', '--file', 'prompt.yaml', '--wait=soon'], {}],
		[
			'a file that is not there',
			2,
			'unreadable_file',
			['prompt', 'validate', '--file', 'no.yaml'],
			{},
		],
		['a folder for a file', 2, 'unreadable_file', ['prompt', 'validate', '--file', '.'], {}],
		['an invalid address', 2, 'usage', ['whoami', '--api-url', 'project'], {}],
		[
			'an address that is not encrypted',
			2,
			'insecure_address',
			['whoami', '--api-url', 'http://example.com'],
			{},
		],
		['a token with a line break', 2, 'usage', ['whoami'], { FEEDBACK_TOKEN: 'fbt_a\nb' }],
		['an unknown prompt', 3, 'not_found', ['prompt', 'show', unknown], {}],
		['an unknown page', 3, 'not_found', ['docs', 'get', 'nothing/here'], {}],
		['a missing sign-in', 4, 'unauthenticated', ['site', 'list'], { FEEDBACK_TOKEN: '' }],
		['an expired token', 4, 'unauthenticated', ['site', 'list'], { FEEDBACK_TOKEN: 'fbt_old' }],
		[
			'a missing approval',
			5,
			'approval_required',
			['prompt', 'create', '--file', 'prompt.yaml'],
			{},
		],
		['a service that is down', 7, 'unreachable', ['whoami', '--api-url', 'http://127.0.0.1:1'], {}],
		[
			'a sign-in at a service that is down',
			7,
			'unreachable',
			['login', '--api-url', 'http://127.0.0.1:1'],
			{},
		],
		[
			'documentation that is down',
			7,
			'unreachable',
			['docs', 'get', 'x'],
			{ FEEDBACK_DOCS_URL: 'http://127.0.0.1:1' },
		],
	])('of %s exits %i with %s', async (_, exit, code, argv, env) => {
		const result = await person.run([...argv, '--json'], { env });
		const stdout = result.stdout.replace('{"type":"result",', '{');
		const envelope = JSON.parse(stdout) as FailureEnvelope;
		expect(result.stdout.split('\n')).toHaveLength(2);
		expect([result.code, envelope.error.code]).toEqual([exit, code]);
		expect(envelope.error.message).toMatch(/[.?!…]$|<.*>/);
		expect(envelope.error.hint ?? envelope.error.next[0] ?? envelope.error.message).toBeTruthy();

		const plain = await person.run(argv, { env });
		expect(plain.code).toBe(exit);
		expect(plain.stdout).toBe('');
		expect(plain.stderr).toMatch(/Error: \S/);
		expect(plain.stderr).not.toMatch(/\n\s+at |undefined|\[object/);
	});

	it('suggests the intended command', async () => {
		const { failure } = await person.run(['promt', 'list', '--json']);
		expect(failure().error.next).toEqual([['feedback', 'prompt', 'list', '--json']]);
	});

	it('names the token and the host that refused it', async () => {
		const { stderr } = await person.run(['site', 'list'], { env: { FEEDBACK_TOKEN: 'fbt_old' } });
		expect(stderr).toContain(`${service.url}/fn refused the token from FEEDBACK_TOKEN`);
	});

	it('of a rate limit or an outage is retryable', async () => {
		service.instead = (request, response) => {
			if (!request.url!.includes('/manage/')) return false;
			response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '60' });
			response.end(
				'{"error":{"code":"rate_limited","message":"Too many requests.","request_id":"r-9"}}',
			);
			return true;
		};
		const { code, failure } = await person.run(['whoami', '--json']);
		expect(code).toBe(7);
		expect(failure().error).toMatchObject({
			code: 'rate_limited',
			retryable: true,
			request_id: 'r-9',
		});
	});

	it.each([
		['a captive portal', 200],
		['a proxy', 502],
	])('of %s that returns HTML explains the cause', async (_, status) => {
		service.instead = (request, response) => {
			if (!request.url!.includes('/manage/')) return false;
			response.writeHead(status, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
			return true;
		};
		const { code, failure } = await person.run([
			'response',
			'export',
			'--output',
			'a.csv',
			'--site',
			service.state.site,
			'--json',
		]);
		expect(code).toBe(7);
		expect(failure().error.message).not.toContain('<');
		expect((await person.run(['whoami', '--json'])).code).toBe(7);
	});

	it('of several sites requires a choice, and lists them', async () => {
		addGrant(service.state, 'site:create');
		await person.run(['site', 'create', '--name', 'Second']);
		const { code, failure } = await person.run(['prompt', 'list', '--json']);
		expect(code).toBe(2);
		expect(failure().error.details['sites']).toHaveLength(2);
	});

	it('names a site outside the given workspace', async () => {
		const argv = ['prompt', 'list', '--workspace', unknown, '--site', service.state.site, '--json'];
		const { code, failure } = await person.run(argv);
		expect([code, failure().error.code]).toEqual([3, 'not_found']);
	});
});

describe('an approval', () => {
	const create = ['prompt', 'create', '--file', 'prompt.yaml'];

	it('that is missing is an ordinary result with an address', async () => {
		const { code, failure } = await person.run([...create, '--json']);
		expect(code).toBe(5);
		const [request] = service.state.requests;
		expect(failure().approval).toEqual({
			id: request!.id,
			url: request!.url,
			expires_at: request!.expires_at,
		});
		expect(failure().error).toMatchObject({ code: 'approval_required', retryable: true });
		expect(failure().error.next).toEqual([
			['feedback', 'grant', 'wait', request!.id],
			['feedback', ...create, '--json'],
		]);
		await person.run([...create, '--json']);
		expect(service.state.requests).toHaveLength(1);
	});

	it('to publish asks for the exact revision', async () => {
		const prompt = addPrompt(service.state, examplePrompt);
		// A revision that is already published needs no approval.
		Object.assign(prompt, { state: 'draft', published: null });
		const { id } = prompt;
		await person.run(['prompt', 'publish', id, '--revision', '1', '--json']);
		expect(service.state.requests[0]).toMatchObject({
			action: 'prompt:publish',
			prompt: id,
			revision: 1,
		});
	});

	it('is awaited with --wait, and the command continues', async () => {
		service.state.person_decides = 'approve';
		const { code, data, stderr } = await person.run([...create, '--wait=20', '--json']);
		expect(code).toBe(0);
		expect(data()).toMatchObject({ survey_id: 'ease' });
		expect(stderr).toContain(`Approve it here: ${service.url}/approvals/`);
	});

	it('awaited without seconds does not take the next argument as seconds', async () => {
		service.state.person_decides = 'approve';
		const { id } = addPrompt(service.state, examplePrompt);
		const { code } = await person.run(['prompt', 'pause', '--wait', id, '--json']);
		expect(code).toBe(0);
	});

	it('that times out is still pending', async () => {
		const { code, failure } = await person.run([...create, '--wait=1', '--json']);
		expect([code, failure().approval?.id]).toEqual([5, service.state.requests[0]!.id]);
	});

	it.each([
		['deny', 6, 'approval_denied'],
		['expire', 5, 'approval_expired'],
	] as const)('that people %s ends with %i', async (decision, exit, code) => {
		service.state.person_decides = decision;
		const result = await person.run([...create, '--wait=20', '--json']);
		expect([result.code, result.failure().error.code]).toEqual([exit, code]);
	});

	it('that people deny with a reason prints the reason', async () => {
		service.state.person_decides = 'deny';
		const { failure } = await person.run([...create, '--wait=20', '--json']);
		expect(failure().error).toMatchObject({
			message: 'A person has denied this: “Not this week.”',
			details: { reason: 'Not this week.' },
		});
	});
});

describe('a command', () => {
	it('never asks without a terminal', async () => {
		addGrant(service.state, 'prompt:publish');
		const { id } = addPrompt(service.state, examplePrompt);
		const { code, stderr } = await person.run(['prompt', 'archive', id]);
		expect([code, stderr]).toEqual([0, '']);
	});

	it('that is interrupted reports it and exits 130', async () => {
		addGrant(service.state, 'response:read');
		const tail = (argv: string[]) =>
			person.spawn(['event', 'tail', ...argv], {
				during: (child) => child.stderr!.once('data', () => child.kill('SIGINT')),
			});
		const plain = await tail([]);
		expect([plain.code, plain.stdout]).toEqual([130, '']);
		const { code, stdout } = await tail(['--json']);
		expect(code).toBe(130);
		expect(JSON.parse(stdout)).toMatchObject({
			type: 'result',
			ok: false,
			error: { code: 'interrupted' },
		});
	});

	it('exits silently when its output is closed', async () => {
		addGrant(service.state, 'response:read');
		const prompt = addPrompt(service.state, examplePrompt);
		for (let at = 0; at < 400; at += 1)
			addResponse(service.state, prompt, { more: 'x'.repeat(4_000) });
		const { stderr } = await person.spawn(['response', 'export'], {
			during: (child) => child.stdout!.once('data', () => child.stdout!.destroy()),
		});
		expect(stderr).toBe('');
	});

	it('that fills the disk reports it', async () => {
		const full = openSync('/dev/full', 'w');
		const child = spawn(process.execPath, [bin, 'prompt', 'schema'], {
			env: person.env,
			stdio: ['ignore', full, 'pipe'],
		});
		let stderr = '';
		child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
		const code = await new Promise((resolve) => child.on('close', resolve));
		closeSync(full);
		expect([code, stderr]).toEqual([1, 'Error: The output was not written: the disk is full.\n']);

		const { id } = addPrompt(service.state, examplePrompt);
		const file = await person.run([
			'prompt',
			'export',
			id,
			'--output',
			'/dev/full',
			'--force',
			'--json',
		]);
		expect([file.code, file.failure().error.code]).toEqual([1, 'disk_full']);
	});

	it('writes into a pipe or a device without replacing it', async () => {
		addGrant(service.state, 'response:read');
		addResponse(service.state, addPrompt(service.state, examplePrompt), { score: 4 });
		const pipe = join(person.home, 'pipe');
		execFileSync('mkfifo', [pipe]);
		const read = readFile(pipe, 'utf8');
		const { code } = await person.run([
			'response',
			'export',
			'--output',
			pipe,
			'--force',
			'--json',
		]);
		expect(code).toBe(0);
		expect(await read).toMatch(/^id,answer\r?\n/);
		expect(statSync(pipe).isFIFO()).toBe(true);
	});

	it('escapes control characters in visitors’ text', async () => {
		addGrant(service.state, 'response:read');
		const prompt = addPrompt(service.state, examplePrompt);
		const evil = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202eevil';
		addResponse(service.state, prompt, { more: evil });
		const { stdout } = await person.run(['response', 'list']);
		expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
		const json = await person.run(['response', 'list', '--json']);
		expect(json.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
		expect(json.data<{ items: { answers: object }[] }>().items[0]!.answers).toEqual({ more: evil });
	});
});

describe('doctor', () => {
	it('lists failed checks', async () => {
		const { code, failure } = await person.run(['doctor', '--json'], {
			env: { FEEDBACK_TOKEN: 'fbt_old' },
		});
		expect(code).toBe(1);
		const { checks } = failure().error.details as { checks: { name: string; state: string }[] };
		expect(checks.filter(({ state }) => state === 'bad').map(({ name }) => name)).toEqual([
			'sign_in',
		]);
	});

	it('notices a clock that is off', async () => {
		service.instead = (_, response) => {
			response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString());
			return false;
		};
		const { stdout } = await person.run(['doctor']);
		expect(stdout).toMatch(/The clock is 3\d\d\d seconds ahead of the service's\./);
	});
});

describe('every command that a failure suggested', () => {
	it('is valid', async () => {
		const suggested = new Map(
			suggestions.map((suggestion) => [suggestion.argv.join(' '), suggestion]),
		);
		expect(suggested.size).toBeGreaterThan(10);
		service.state.person_decides = 'approve';
		for (const { argv, person: who, cwd } of suggested.values()) {
			expect(argv[0]).toBe('feedback');
			const { code, stdout, stderr } = await who.run(argv.slice(1), { ...(cwd && { cwd }) });
			// It may fail again, for example without a sign-in, but never because of its syntax.
			expect(code, `${argv.join(' ')}\n${stdout}${stderr}`).not.toBe(2);
		}
	});
});

describe('a dry run', () => {
	it('counts only an approval of that revision of that prompt as approved', async () => {
		const [one, other] = [examplePrompt, { ...examplePrompt, survey_id: 'other' }].map((content) =>
			addPrompt(service.state, content),
		);
		service.state.grants.length = 0;
		addGrant(service.state, 'prompt:publish', 'once', { prompt: one!.id, revision: 1 });
		const isApproved = async (command: string, prompt: string, ...more: string[]) => {
			const argv = ['prompt', command, prompt, '--site', service.state.site, ...more];
			return (await person.run([...argv, '--dry-run', '--json'])).data()['approved'];
		};
		expect(await isApproved('publish', one!.id, '--revision', '1')).toBe(true);
		expect(await isApproved('publish', other!.id, '--revision', '1')).toBe(false);
		expect(await isApproved('pause', one!.id)).toBe(false);
	});
});
