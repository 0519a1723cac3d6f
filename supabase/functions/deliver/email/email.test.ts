// E-mail through a real SMTP server, and the actions of its recipients.
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';

import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../../../tests/harness.ts';
import { openDelivery, type TestDelivery } from '../../tests/deliver.ts';
import { createWorker } from '../create-worker.ts';
import { createHandler } from '../handler.ts';
import type { Worker } from '../worker.ts';
import { createMailSender } from './mail-sender.ts';

type ReceivedMail = { recipients: string[]; headers: Record<string, string>; raw: string };

let server: SMTPServer;
let mails: ReceivedMail[];
let refused: Set<string>;
let database: TestDatabase;
let opened: TestDelivery;
let clock: { now: number | undefined };
let worker: Worker;

beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
	mails = [];
	refused = new Set();
	clock = { now: undefined };
	server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onRcptTo({ address }, _, done) {
			done(refused.has(address) ? Object.assign(new Error('full'), { responseCode: 452 }) : null);
		},
		onData(stream, { envelope }, done) {
			void text(stream).then((raw) => {
				const recipients = envelope.rcptTo.map(({ address }) => address);
				mails.push({ recipients, headers: readHeaders(raw), raw });
				done();
			});
		},
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.server.address() as { port: number };
	opened = await openDelivery(
		{
			dashboardUrl: 'https://feedback.example.com',
			apiUrl: 'https://feedback.example.com/functions/v1',
			mail: createMailSender({
				url: `smtp://127.0.0.1:${port}`,
				from: 'Feedback <feedback@example.com>',
			}),
			clock: () => clock.now ?? Date.now(),
		},
		database,
	);
	worker = createWorker(opened.service);
});

afterEach(async () => {
	await worker.drain();
	await opened.end();
	await new Promise<void>((resolve) => server.close(resolve));
});

function readHeaders(raw: string): Record<string, string> {
	const head = raw.split('\r\n\r\n')[0]!.replace(/\r\n[ \t]+/g, ' ');
	return Object.fromEntries(
		head.split('\r\n').map((line) => {
			const [name, ...value] = line.split(': ');
			return [name!.toLowerCase(), value.join(': ')];
		}),
	);
}

const deliver = async () => {
	worker.wake({ thorough: true });
	await worker.idle();
};
const addEmail = (recipients: string[], schedule: object = { every: 'message' }) =>
	opened.addDestination({
		settings: { kind: 'email', name: 'Team', recipients, schedule, include_visitor: true } as never,
	});
const call = (url: string, method: string, accept = '*/*') =>
	createHandler(opened.service, worker)(new Request(url, { method, headers: { accept } }));
const unsubscribeUrl = (mail: ReceivedMail) =>
	mail.headers['list-unsubscribe']!.replace(/^<|>$/g, '');

/** The text of a mail without the line breaks that its encoding adds. */
const joinLines = (raw: string) => raw.replaceAll(/=\r?\n/g, '');

describe('an e-mail', () => {
	it('arrives with the answers, as text and HTML', async () => {
		await addEmail(['ada@example.com']);
		await opened.answer({ score: 2, why: 'Slow' });
		await deliver();
		const [mail] = mails as [ReceivedMail];
		expect(mail.recipients).toEqual(['ada@example.com']);
		expect(mail.headers).toMatchObject({
			from: 'Feedback <feedback@example.com>',
			'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
			'auto-submitted': 'auto-generated',
		});
		expect(mail.headers['content-type']).toMatch(/^multipart\/alternative/);
		expect(mail.headers['subject']).toMatch(/After the first report: 2 of 5/);
		expect(mail.raw).toContain('> Slow');
		expect(joinLines(mail.raw)).toContain('Slow</blockquote>');
	});

	it('contains no header, recipient or markup from a visitor’s text', async () => {
		await addEmail(['ada@example.com']);
		const why = 'x\r\nBcc: evil@example.com\r\n\r\n<script>alert(1)</script><img src=x>';
		await opened.answer({ score: 1, why }, { account: 'a\r\nTo: evil@example.com' });
		await deliver();
		const [mail] = mails as [ReceivedMail];
		expect(mail.recipients).toEqual(['ada@example.com']);
		expect(mail.headers['bcc']).toBeUndefined();
		expect(mail.headers['to']).toBe('ada@example.com');
		expect(mail.raw.slice(mail.raw.indexOf('<!doctype'))).not.toMatch(/<script|<img/);
	});

	it('is sent again only to recipients who did not receive it, with the same Message-ID', async () => {
		await addEmail(['ada@example.com', 'bob@example.com']);
		refused.add('bob@example.com');
		await opened.answer({ score: 1 });
		await deliver();
		refused.clear();
		clock.now = Date.now() + 10_000;
		await deliver();
		clock.now += 3_600_000;
		await deliver();
		expect(mails.map(({ recipients }) => recipients)).toEqual([
			['ada@example.com'],
			['bob@example.com'],
		]);
		expect(mails[0]!.headers['message-id']).not.toBe(mails[1]!.headers['message-id']);
		const rows = await opened.database
			.admin`select outcome, status from app.delivery_attempts order by number`;
		expect(rows).toMatchObject([
			{ outcome: 'rejected', status: 452 },
			{ outcome: 'delivered', status: null },
		]);
	});

	it('refused for one recipient for days pauses nothing, because the others receive theirs', async () => {
		const { id } = await addEmail(['ada@example.com', 'bob@example.com']);
		refused.add('bob@example.com');
		await opened.answer({ score: 1 });
		clock.now = Date.now();
		for (let n = 0; n < 5; n++) {
			await deliver();
			clock.now += 86_400_000;
		}
		expect(mails.map(({ recipients }) => recipients)).toEqual([['ada@example.com']]);
		const { admin } = opened.database;
		expect(await admin`select state from app.deliveries`).toEqual([{ state: 'failed' }]);
		expect(await admin`select state, failing_since from app.destinations where id = ${id}`).toEqual(
			[{ state: 'active', failing_since: null }],
		);
	});

	it('is no longer sent after one click to unsubscribe', async () => {
		await addEmail(['ada@example.com', 'bob@example.com']);
		await opened.answer({ score: 1 });
		await deliver();
		const mail = mails.find(({ recipients }) => recipients[0] === 'ada@example.com')!;
		const page = await call(unsubscribeUrl(mail), 'GET');
		expect([page.status, await page.json()]).toEqual([200, { address: 'ada@example.com' }]);
		await opened.answer({ score: 2 });
		await deliver();
		expect(mails).toHaveLength(4);
		expect((await call(unsubscribeUrl(mail), 'POST')).status).toBe(200);
		await opened.answer({ score: 3 });
		await deliver();
		expect(mails.slice(4).map(({ recipients }) => recipients)).toEqual([['bob@example.com']]);
	});

	it('cannot be unsubscribed by a token that the service did not make', async () => {
		await addEmail(['ada@example.com']);
		await opened.answer({ score: 1 });
		await deliver();
		const url = new URL(unsubscribeUrl(mails[0]!));
		const [named, signature] = url.searchParams.get('token')!.split('.') as [string, string];
		for (const token of ['', 'x.y', `${named}x.${signature}`, `${named}.${signature}x`]) {
			url.searchParams.set('token', token);
			expect((await call(url.href, 'POST')).status).toBe(404);
		}
	});
});

it.each(['unsubscribe', 'confirm'])('a browser is redirected to the page of %s', async (action) => {
	const url = `https://fn.example.com/functions/v1/deliver/${action}?token=a.b`;
	const response = await call(url, 'GET', 'text/html,application/xhtml+xml,*/*;q=0.8');
	expect([response.status, response.headers.get('location')]).toEqual([
		302,
		`${opened.service.dashboardUrl}/recipient/${action}#token=a.b`,
	]);
	const asked = await call(url, 'GET');
	expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
});

describe('a recipient who is not a member', () => {
	const addUnknown = (recipients: string[], schedule: object = { every: 'message' }) =>
		opened.addDestination({
			confirmed: false,
			settings: { kind: 'email', name: 'Team', recipients, schedule } as never,
		});
	const confirmUrl = ({ raw }: ReceivedMail) => {
		// Quoted-printable wraps long lines and writes "=" as "=3D".
		const plain = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
		return /https:\S+\/deliver\/confirm\?token=[\w-]+/.exec(plain)![0];
	};
	const recipientsOf = () => mails.map(({ recipients }) => recipients[0]);

	it('gets one e-mail, and no other before confirming with a button', async () => {
		await addUnknown(['ada@example.com']);
		await opened.answer({ score: 1, why: 'Slow' });
		await deliver();
		await deliver();
		const [mail] = mails as [ReceivedMail];
		expect(mails).toHaveLength(1);
		expect(mail.headers['subject']).toBe('Test: confirm your e-mail address');
		expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
		expect(mail.raw).not.toContain('Slow');
		const found = await call(confirmUrl(mail), 'GET');
		expect([found.status, await found.json()]).toEqual([
			200,
			{ site_name: 'Test', address: 'ada@example.com' },
		]);
		await opened.answer({ score: 2 });
		await deliver();
		expect(mails).toHaveLength(1);
		expect((await call(confirmUrl(mail), 'POST')).status).toBe(200);
		await opened.answer({ score: 3 });
		await deliver();
		expect(mails.slice(1).map(({ headers }) => headers['subject'])).toEqual([
			'After the first report: 3 of 5',
		]);
	});

	it('uses the link once, within seven days', async () => {
		await addUnknown(['ada@example.com', 'bob@example.com']);
		await deliver();
		const [ada, bob] = ['ada@example.com', 'bob@example.com'].map((address) =>
			confirmUrl(mails.find(({ recipients }) => recipients[0] === address)!),
		) as [string, string];
		const stored = await opened.database.admin`select c::text from app.recipient_confirmations c`;
		expect(JSON.stringify(stored)).not.toContain(new URL(ada).searchParams.get('token'));
		expect((await call(ada, 'POST')).status).toBe(200);
		for (const method of ['GET', 'POST']) expect((await call(ada, method)).status).toBe(404);
		clock.now = Date.now() + 7 * 86_400_000 + 60_000;
		for (const method of ['GET', 'POST']) expect((await call(bob, method)).status).toBe(404);
		expect((await call(bob.replace(/token=.*/, 'token='), 'POST')).status).toBe(404);
	});

	it('gets no digest', async () => {
		const { id } = await addUnknown(['ada@example.com'], {
			every: 'day',
			hour: 8,
			time_zone: 'UTC',
		});
		await opened.answer({ score: 5 });
		await deliver();
		const [due] = await opened.database.admin<{ at: Date }[]>`
			select next_digest_at as at from app.destinations where id = ${id}`;
		clock.now = due!.at.getTime() + 1_000;
		await deliver();
		expect(mails.map(({ headers }) => headers['subject'])).toEqual([
			'Test: confirm your e-mail address',
		]);
	});

	it('gets no more confirmation e-mails after unsubscribing, and the link no longer confirms', async () => {
		await addUnknown(['ada@example.com']);
		await deliver();
		const [mail] = mails as [ReceivedMail];
		expect((await call(unsubscribeUrl(mail), 'POST')).status).toBe(200);
		expect((await call(confirmUrl(mail), 'POST')).status).toBe(404);
		await opened.answer({ score: 1 });
		await deliver();
		expect(mails).toHaveLength(1);
	});

	it('gets a later attempt when the mail server refuses, without delaying others', async () => {
		await addUnknown(['ada@example.com', 'bob@example.com']);
		refused.add('ada@example.com');
		await deliver();
		expect(recipientsOf()).toEqual(['bob@example.com']);
		refused.clear();
		clock.now = Date.now() + 6 * 60_000;
		await deliver();
		clock.now += 3_600_000;
		await deliver();
		expect(recipientsOf()).toEqual(['bob@example.com', 'ada@example.com']);
		expect((await call(confirmUrl(mails[1]!), 'POST')).status).toBe(200);
	});

	it('gets at most five of these e-mails a day, however many destinations there are', async () => {
		for (let count = 0; count < 6; count++) await addUnknown(['ada@example.com']);
		await deliver();
		expect(mails).toHaveLength(5);
	});

	it('needs no confirmation after becoming a member, until leaving', async () => {
		await addUnknown(['Ada@example.com']);
		await opened.database.admin`
			insert into app.members (workspace_id, person_id, role, email)
			values (${opened.site.workspace}, ${randomUUID()}, 'viewer', 'ada@example.com')`;
		await opened.answer({ score: 1 });
		await deliver();
		expect(mails.map(({ headers }) => headers['subject'])).toEqual([
			'After the first report: 1 of 5',
		]);
		await opened.database.admin`delete from app.members where email = 'ada@example.com'`;
		await opened.answer({ score: 2 });
		await deliver();
		expect(mails).toHaveLength(1);
	});
});

describe('a destination that the service pauses', () => {
	it('is reported to the owners, once', async () => {
		const person = randomUUID();
		await opened.database.admin`
			insert into app.members (workspace_id, person_id, role, email)
			values (${opened.site.workspace}, ${person}, 'owner', 'owner@example.com')`;
		const { id } = await opened.addDestination();
		opened.respond.with = (_, response) => response.writeHead(410).end();
		await opened.answer({ score: 1 });
		for (let time = 0; time < 3; time++) await deliver();
		expect(mails.map(({ recipients, headers }) => [recipients, headers['subject']])).toEqual([
			[['owner@example.com'], 'Test: the destination Backend is paused'],
		]);
		expect(mails[0]!.raw.replaceAll(/=\r?\n/g, '')).toContain(
			`https://feedback.example.com/sites/${opened.site.id}/settings/integrations/${id}`,
		);
	});

	it('is reported once to each owner whom the mail server accepts', async () => {
		await addOwners('ada@example.com', 'bob@example.com', 'zoe@example.com');
		refused.add('bob@example.com');
		clock.now = Date.now();
		await pauseOne();
		for (let time = 0; time < 3; time++, clock.now += 3_600_000) await deliver();
		expect(mails.map(({ recipients }) => recipients[0])).toEqual([
			'ada@example.com',
			'zoe@example.com',
		]);
	});

	it.each([
		['later when the mail server refused everyone', 1, 1],
		['not at all after it refused everyone for days', 6, 0],
	])('is reported %s', async (_, days, expected) => {
		await addOwners('ada@example.com');
		refused.add('ada@example.com');
		clock.now = Date.now();
		await pauseOne();
		for (let day = 0; day < days; day++, clock.now += 86_400_000) await deliver();
		refused.clear();
		for (let time = 0; time < 2; time++, clock.now += 9 * 86_400_000) await deliver();
		expect(mails).toHaveLength(expected);
	});

	const addOwners = async (...addresses: string[]) => {
		for (const address of addresses) {
			await opened.database.admin`
				insert into app.members (workspace_id, person_id, role, email)
				values (${opened.site.workspace}, ${randomUUID()}, 'owner', ${address})`;
		}
	};
	const pauseOne = async () => {
		await opened.addDestination();
		await opened.database.admin`
			update app.destinations set state = 'paused', pause_cause = 'gone', paused_at = ${new Date(opened.service.clock!())},
				notice_due_at = ${new Date(opened.service.clock!())} where state = 'active'`;
	};
});

describe('the removal of lost passkeys', () => {
	it('reaches the person and the owners of their workspaces, once', async () => {
		const [ada, bob] = [randomUUID(), randomUUID()];
		for (const [person, email] of [
			[ada, 'ada@example.com'],
			[bob, 'bob@example.com'],
		] as const) {
			await opened.database.admin`
				insert into app.members (workspace_id, person_id, role, email)
				values (${opened.site.workspace}, ${person}, 'owner', ${email})`;
			await opened.database.admin`
				insert into identity."user" ("id", "name", "email", "emailVerified") values (${person}, '', ${email}, true)`;
		}
		await opened.database.admin`
			insert into app.passkey_resets (person_id, by_person) values (${ada}, ${bob})`;
		await deliver();
		await deliver();
		expect(mails.map(({ recipients, headers }) => [recipients, headers['subject']])).toEqual([
			[['ada@example.com'], 'Your passkeys for Feedback were removed'],
			[['bob@example.com'], 'The passkeys of ada@example.com were removed'],
		]);
		for (const { raw } of mails) expect(raw).toContain('bob@example.com removed all');
	});
});

describe('a digest', () => {
	const daily = { every: 'day', hour: 8, time_zone: 'Europe/Warsaw' };

	it('arrives at the local hour with scores, texts and open approvals', async () => {
		const { id } = await addEmail(['ada@example.com'], daily);
		for (const score of [3, 4, 5]) await opened.answer({ score, why: `Words of ${score}` });
		await requestPublishing();
		await deliver();
		expect(mails).toEqual([]);
		const [due] = await opened.database.admin<{ at: Date; hour: number }[]>`
			select next_digest_at as at, extract(hour from next_digest_at at time zone 'Europe/Warsaw')::int as hour
			from app.destinations where id = ${id}`;
		expect(due!.hour).toBe(8);
		clock.now = due!.at.getTime() + 1_000;
		await deliver();
		const [mail] = mails as [ReceivedMail];
		expect(mail.headers['subject']).toBe('Test: 3 new responses');
		expect(mail.raw).toContain('4.0 of 5');
		for (const score of [3, 4, 5]) expect(mail.raw).toContain(`> Words of ${score}`);
		expect(joinLines(mail.raw)).toMatch(/3 responses, 0 (the day|in the same time) before/);
		expect(joinLines(mail.raw)).toContain(
			`Editor asks to publish revision 1 of the prompt ${opened.prompt.content.survey_id}`,
		);
	});

	/** A connection requests to publish the prompt; the request stays open for a week. */
	async function requestPublishing(): Promise<void> {
		const { database, site, prompt } = opened;
		await database.admin`
			with c as (
				insert into app.connections (person_id, kind, name) values (gen_random_uuid(), 'mcp', 'Editor')
				returning id, person_id
			)
			insert into app.grant_requests (connection_id, person_id, workspace_id, site_id, action, prompt_id, revision,
				sha256, expires_at)
			select c.id, c.person_id, s.workspace_id, s.id, 'prompt:publish', ${prompt.id}, 1, 'hash', now() + interval '7 days'
			from c, app.sites s where s.id = ${site.id}`;
	}

	it('without content is not sent', async () => {
		await addEmail(['ada@example.com'], daily);
		clock.now = Date.now() + 2 * 86_400_000;
		await deliver();
		expect(mails).toEqual([]);
		const rows = await opened.database.admin`select outcome, bytes from app.delivery_attempts`;
		expect(rows).toEqual([{ outcome: 'delivered', bytes: 0 }]);
	});
});

it.each(['smtp://mail.example.com', 'smtp://mail.example.com:25', 'smtps://mail.example.com:587'])(
	'hosted Supabase reaches no mail server at %s',
	(url) => {
		const settings = { url, from: 'a@example.com' };
		expect(() => createMailSender(settings, true)).toThrow('use 465 or 2465');
		expect(() => createMailSender(settings, false)).not.toThrow();
	},
);
