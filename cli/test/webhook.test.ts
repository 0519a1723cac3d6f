// The webhook commands against a real service, with a person who approves through the API.
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Client } from '@feedback/client';
import { payloadSchemas, type RouteOutput } from '@feedback/contract';
import postgres, { type Sql } from 'postgres';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { registry } from '../src/registry.ts';
import { openWorkspace } from './open-workspace.ts';
import { bin, createPerson, type Person } from './run.ts';

type Destination = RouteOutput<'getDestination'>;

let apiUrl: string;
let sql: Sql;
let owner: Client;
let site: string;
let prompt: string;
let token: string;
let person: Person;

beforeAll(async () => {
	const opened = await openWorkspace();
	const { stack, workspace } = opened;
	({ owner } = opened);
	({ apiUrl } = stack);
	sql = postgres(stack.adminUrl, { max: 2, onnotice() {} });
	({ id: site } = await owner.createSite({ workspace, name: 'Reports' }));
	({ id: prompt } = await owner.createPrompt({
		site,
		content: {
			survey_id: 'ease',
			name: 'Ease',
			questions: [{ id: 'ease', type: 'rating', title: 'How easy was it?' }],
		},
	}));
	({ token } = await owner.createCiToken({
		workspace,
		name: 'Deploy',
		sites: [site],
		days: 1,
		actions: ['response:read'],
	}));
});
afterAll(() => sql?.end());
beforeEach(() => {
	person = createPerson({ url: 'http://127.0.0.1:1' }, token);
	Object.assign(person.env, { FEEDBACK_API_URL: apiUrl, FEEDBACK_SITE: site });
});

let hooks = 0;
const newHook = () => [
	'webhook',
	'create',
	'--name',
	`Backend ${++hooks}`,
	'--url',
	`https://127.0.0.1/${hooks}`,
	'--events',
	'response.closed,response.created',
];

/** Runs a command that asks for approval, approves the request, and waits for the command to exit. */
async function approve(argv: string[]) {
	const asked = (await person.run([...argv, '--json'])).failure();
	expect(asked.error.code).toBe('approval_required');
	const { sha256, ...request } = await owner.getDestinationRequest({ request: asked.approval!.id });
	const { secret } = await owner.approveDestinationRequest({ request: request.id, sha256 });
	const [, ...wait] = asked.error.next[0]!;
	const { data } = await person.run([...wait, '--json']);
	return { destination: data<Destination>(), request, secret };
}

describe('webhook create', () => {
	it('requests an approval from a person, who sees host and scope and receives the secret', async () => {
		const argv = [...newHook(), '--final', '--visitor', '--prompts', prompt];
		const { destination, request, secret } = await approve([
			...argv,
			'--condition',
			'{"answer":"ease","op":"at_most","value":2}',
		]);
		expect(request).toMatchObject({ host: '127.0.0.1', state: 'pending', site });
		expect(request.settings).toMatchObject({ include_visitor: true });
		expect(secret).toMatch(/^whsec_/);
		expect(destination).toMatchObject({
			kind: 'webhook',
			event_types: ['response.closed', 'response.created'],
			prompts: [prompt],
			condition: { answer: 'ease', op: 'at_most', value: 2 },
			partial: false,
			state: 'active',
		});
		expect(JSON.stringify(destination)).not.toContain('whsec_');
	});

	it('requests the same approval once, and prints what it requests', async () => {
		const argv = newHook();
		const first = await person.run(argv);
		expect(first.code).toBe(5);
		expect(first.stderr).toContain('send what this site’s visitors answer to 127.0.0.1');
		const again = (await person.run([...argv, '--json'])).failure();
		expect(first.stderr).toContain(again.approval!.url);
		await owner.denyDestinationRequest({ request: again.approval!.id });
		const waited = await person.run(['webhook', 'wait', again.approval!.id, '--json']);
		expect([waited.code, waited.failure().error.code]).toEqual([6, 'approval_denied']);
	});

	it('waits until the person has approved', async () => {
		const child = spawn(process.execPath, [bin, ...newHook(), '--wait=30', '--json'], {
			env: person.env,
		});
		const output = text(child.stdout);
		const said = await new Promise<string>((resolve) => {
			let heard = '';
			child.stderr.on('data', (chunk: Buffer) => {
				heard += chunk.toString();
				const match = /Approve it here: \S+\/([0-9a-f-]{36})/.exec(heard);
				if (match) resolve(match[1]!);
			});
		});
		const { sha256 } = await owner.getDestinationRequest({ request: said });
		await owner.approveDestinationRequest({ request: said, sha256 });
		expect(JSON.parse(await output)).toMatchObject({ ok: true, data: { kind: 'webhook' } });
	});

	it('reads the settings from a file', async () => {
		writeFileSync(
			join(person.home, 'digest.yaml'),
			'kind: email\nname: Digest\nrecipients: [ada@example.com]\nschedule: { every: day, hour: 9, time_zone: UTC }\n',
		);
		const { destination } = await approve(['webhook', 'create', '--file', 'digest.yaml']);
		expect(destination).toMatchObject({ kind: 'email', host: 'example.com' });
		const shown = await person.run(['webhook', 'show', destination.id]);
		expect(shown.stdout).toMatch(/recipient +ada@example\.com \(waiting for confirmation\)/);
	});

	it.each([
		[['--name', 'X', '--url', 'http://example.com', '--events', 'response.closed'], 'url'],
		[['--name', 'X', '--url', 'https://a:b@example.com', '--events', 'response.closed'], 'url'],
		[['--name', 'X', '--url', 'https://example.com', '--events', 'response.opened'], 'event_types'],
		[['--url', 'https://example.com', '--events', 'response.closed'], 'name'],
	])('refuses %j and names the setting', async (flags, field) => {
		const { code, failure } = await person.run(['webhook', 'create', ...flags, '--json']);
		expect(code).toBe(2);
		expect(failure().error.details).toMatchObject({
			field: expect.stringContaining(field) as string,
		});
	});

	it('sends settings that only the service can check', async () => {
		const refused = await person.run([
			...newHook(),
			'--condition',
			'{"answer":"none","op":"answered"}',
			'--json',
		]);
		expect(refused.failure().error).toMatchObject({ code: 'invalid_request' });
		expect(refused.failure().error.message).toContain('condition.answer');
		const metadata = ['--url', 'https://169.254.169.254/latest', '--json'];
		const blocked = await person.run([...newHook(), ...metadata]);
		expect(blocked.failure().error.message).toContain('url');
	});
});

describe('an existing destination', () => {
	let destination: Destination;
	beforeAll(async () => {
		destination = await owner.createDestination({
			site,
			kind: 'webhook',
			name: 'Existing',
			url: 'https://127.0.0.1/existing',
			event_types: ['response.closed'],
		});
	});

	it('is listed, shown and changed', async () => {
		const listed = (await person.run(['webhook', 'list', '--json'])).data<{
			items: Destination[];
		}>();
		expect(listed.items.map(({ id }) => id)).toContain(destination.id);
		const { stdout } = await person.run(['webhook', 'show', destination.id]);
		expect(stdout).toMatch(/state +active/);
		const changed = await approve(['webhook', 'update', destination.id, '--name', 'Renamed']);
		expect(changed.destination).toMatchObject({ id: destination.id, name: 'Renamed' });
		const nothing = await person.run(['webhook', 'update', destination.id]);
		expect([nothing.code, nothing.stderr]).toEqual([
			2,
			expect.stringContaining('nothing to change'),
		]);
	});

	it('gets a sample, which its log shows and which can be sent again', async () => {
		const tested = await person.run([
			'webhook',
			'test',
			destination.id,
			'--seconds',
			'0',
			'--json',
		]);
		const { message } = tested.data<{ message: string }>();
		expect(tested.data()).toMatchObject({ type: 'response.closed', test: true });
		const log = await person.run(['webhook', 'log', destination.id, '--json']);
		expect(log.data<{ items: object[] }>().items).toMatchObject([{ message }]);
		const again = ['webhook', 'redeliver', destination.id, '--message', message, '--json'];
		const sendAgain = async () => {
			const { code, data } = await person.run(again);
			return code === 0 && data();
		};
		// The message cannot be sent again while it is being sent.
		await expect.poll(sendAgain).toEqual({ messages: 1 });
		const span = ['--since', '2026-01-01', '--until', '2026-01-02', '--json'];
		const none = await person.run(['webhook', 'redeliver', destination.id, ...span]);
		expect(none.code === 0 ? none.data() : none.failure().error.code).toEqual({ messages: 0 });
		expect((await person.run(['webhook', 'redeliver', destination.id])).code).toBe(2);
	});

	it.each(['webhook list', 'webhook show', 'webhook log'])(
		'is printed as the schema of the command says: %s',
		async (name) => {
			const command = await registry.find((entry) => entry.name === name)!.load();
			const rest = name === 'webhook list' ? [] : [destination.id];
			const { data } = await person.run([...name.split(' '), ...rest, '--json']);
			z.parse(command.output, data());
		},
	);
});

describe('webhook listen', () => {
	type Request = { headers: Record<string, string>; body: string };
	let receiver: Server;
	let received: Request[];
	let address: string;
	beforeEach(async () => {
		received = [];
		receiver = createServer((request, response) => {
			void text(request).then((body) => {
				received.push({ headers: request.headers as never, body });
				response.writeHead(received.length === 1 ? 500 : 204).end();
			});
		});
		await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
		address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/feedback`;
		return () => void receiver.close();
	});

	it('forwards the signed payloads that a webhook would receive', async () => {
		const args = ['--forward', address, '--visitor', '--count', '3', '--interval', '0.2'];
		const child = spawn(process.execPath, [bin, 'webhook', 'listen', ...args, '--json'], {
			env: person.env,
		});
		const output = text(child.stdout);
		const secret = await new Promise<string>((resolve) => {
			let heard = '';
			child.stderr.on('data', (chunk: Buffer) => {
				heard += chunk.toString();
				const match = /Signing with (whsec_\S+)\n.*Forwarding/s.exec(heard);
				if (match) resolve(match[1]!);
			});
		});
		const [row] = await sql<{ id: string }[]>`
			insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
			values (${site}, app.mint_id(), ${prompt}, 1, 1, false, '{"ease":4}', '{"plan":"pro"}', now(), now())
			returning display_id as id`;
		await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
		await sql`
			update app.responses set final = true, answers = '{"ease":5}', updated_at = clock_timestamp()
			where site_id = ${site} and display_id = ${row!.id}`;
		const lines = (await output)
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as { type: string; outcome?: string; data?: object });
		expect(lines.map(({ type, outcome }) => outcome ?? type)).toEqual([
			'rejected',
			'delivered',
			'delivered',
			'result',
		]);
		expect(lines.at(-1)!.data).toEqual({ messages: 3, delivered: 2 });
		const payloads = received.map(({ headers, body }) => new Webhook(secret).verify(body, headers));
		const parsed = payloads.map((payload) => {
			const { type } = payload as { type: 'response.closed' };
			return payloadSchemas[type].parse(payload);
		});
		expect(parsed).toMatchObject([
			{ type: 'response.created', data: { id: row!.id, answers: { ease: 4 }, final: false } },
			{ type: 'response.updated', data: { answers: { ease: 5 }, traits: { plan: 'pro' } } },
			{ type: 'response.closed', data: { cause: 'completed', final: true } },
		]);
	});

	it('forwards to this machine only', async () => {
		const elsewhere = ['webhook', 'listen', '--forward', 'https://example.com/feedback'];
		const { code, stderr } = await person.run(elsewhere);
		expect([code, stderr]).toEqual([2, expect.stringContaining('an address of this machine')]);
	});
});
