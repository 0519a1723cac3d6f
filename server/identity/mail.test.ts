import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { limits } from '@feedback/contract';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { localhostCertificate, localhostKey } from '../../supabase/tests/localhost-certificate.ts';
import { createSmtpTransport } from './mail-transport.ts';
import {
	openIdentity,
	signInByCode,
	TestBrowser,
	type TestIdentity,
} from '../../testing/identity/test-identity.ts';

type Received = { from: string; to: string[]; text: string; secure: boolean };

const cleanup: (() => unknown)[] = [];
afterAll(async () => {
	for (const end of cleanup.reverse()) await end();
});

/** A real mail server on loopback that records the messages it receives. */
async function startMailServer(
	options: SMTPServerOptions = {},
): Promise<{ port: number; received: Received[] }> {
	const received: Received[] = [];
	const server = new SMTPServer({
		authOptional: true,
		onData(stream, session, done) {
			let text = '';
			stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
			stream.on('end', () => {
				const { mailFrom, rcptTo } = session.envelope;
				received.push({
					from: mailFrom ? mailFrom.address : '',
					to: rcptTo.map(({ address }) => address),
					// Quoted-printable.
					text: text.replace(/=\r?\n/g, '').replace(/=3D/g, '='),
					secure: session.secure,
				});
				done();
			});
		},
		...options,
	});
	// A client that rejects the certificate closes the connection.
	server.on('error', () => undefined);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	cleanup.push(() => new Promise<void>((resolve) => server.close(resolve)));
	return { port: (server.server.address() as AddressInfo).port, received };
}

const message = { to: 'ada@example.com', subject: 'Hello', text: 'Hello Ada' };
const from = 'Feedback <feedback@example.com>';
const tls = { key: localhostKey, cert: localhostCertificate };
let caFile: string;
beforeAll(() => {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-mail-'));
	cleanup.push(() => rmSync(folder, { recursive: true }));
	caFile = join(folder, 'ca.pem');
	writeFileSync(caFile, localhostCertificate);
});

describe('a mail server', () => {
	it.each(['smtp', 'smtps'])('is used with encryption and a password, by %s', async (protocol) => {
		const { port, received } = await startMailServer({
			...tls,
			secure: protocol === 'smtps',
			authOptional: false,
			onAuth: ({ username, password }, _, done) =>
				username === 'feedback' && password === 'p@ss'
					? done(null, { user: username })
					: done(new Error('No.')),
		});
		const url = `${protocol}://feedback:p%40ss@localhost:${port}`;
		await createSmtpTransport({ url, from, caFile }).send(message);
		expect(received).toMatchObject([
			{ from: 'feedback@example.com', to: ['ada@example.com'], secure: true },
		]);
		expect(received[0]!.text).toContain('Hello Ada');
		const wrong = createSmtpTransport({ url: url.replace('p%40ss', 'wrong'), from, caFile });
		await expect(wrong.send(message)).rejects.toThrow();
	});

	it('that does not encrypt, or has another certificate, receives nothing', async () => {
		const plain = await startMailServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
		const url = `smtp://localhost:${plain.port}`;
		await expect(createSmtpTransport({ url, from, caFile }).send(message)).rejects.toThrow();
		// The server's built-in certificate.
		const other = await startMailServer({ secure: true });
		const secure = `smtps://localhost:${other.port}`;
		await expect(
			createSmtpTransport({ url: secure, from, caFile }).send(message),
		).rejects.toThrow();
		expect([...plain.received, ...other.received]).toEqual([]);
		// Not required on this machine.
		await createSmtpTransport({ url, from }).send(message);
		expect(plain.received).toHaveLength(1);
	});

	it('that is down is logged, and the visitor gets the same response', async () => {
		const mail = { url: 'smtp://127.0.0.1:9', from };
		const open = await openIdentity({ mail, allowedDomains: ['example.com'] });
		const answer = await new TestBrowser().post(open.identity, '/email-otp/send-verification-otp', {
			email: 'ada@example.com',
			type: 'sign-in',
		});
		expect(answer.status).toBe(200);
		await open.stop();
		expect(open.lines.join('\n')).toContain('A message could not be sent');
	});
});

describe('an invitation', () => {
	let open: TestIdentity;
	beforeAll(async () => {
		open = await openIdentity({ allowedDomains: ['example.com'] });
		cleanup.push(() => open.stop());
	});

	it('is mailed to its address for a person who knows its secret', async () => {
		const { admin } = open.database;
		const owner = await signInByCode(open, 'owner@example.com');
		const secret = 'a-secret-of-an-invitation-1234567890';
		const [workspace] = await admin<{ id: string }[]>`
			insert into app.workspaces (name) values (${'Acme\nhttps://evil.example'}) returning id`;
		await admin`
			insert into app.invitations (workspace_id, email, role, secret_hash)
			values (${workspace!.id}, 'new@elsewhere.example', 'editor',
				${createHash('sha256').update(secret).digest()})`;
		const mail = (given: string, browser = owner) =>
			browser.post(open.identity, '/invitation-mail', { secret: given });
		expect((await mail(secret)).body).toEqual({ mailed: true });
		const [sent] = open.mailbox.messages;
		expect(sent).toMatchObject({ to: 'new@elsewhere.example' });
		expect(sent!.text).toContain(`https://feedback.example.com/invitation#${secret}`);
		expect(sent!.text).toContain('the workspace Acme https://evil.example in Feedback as editor');
		expect((await mail('another-secret-of-no-invitation')).status).toBe(404);
		expect((await mail(secret, new TestBrowser())).status).toBe(401);
	});

	it('is not sent by a service without mail', async () => {
		const { admin } = open.database;
		const owner = await signInByCode(open, 'owner@example.com');
		const secret = 'a-secret-of-an-invitation-without-mail';
		const [workspace] = await admin<{ id: string }[]>`
			insert into app.workspaces (name) values ('Acme') returning id`;
		await admin`
			insert into app.invitations (workspace_id, email, role, secret_hash)
			values (${workspace!.id}, 'new@elsewhere.example', 'editor', ${createHash('sha256').update(secret).digest()})`;
		const withoutMail = await open.startAnother({ mail: undefined });
		expect((await owner.post(withoutMail, '/invitation-mail', { secret })).status).toBe(404);
	});

	it('is limited for each mailbox, for all senders and spellings of the address together', async () => {
		const { admin } = open.database;
		const [workspace] = await admin<{ id: string }[]>`
			insert into app.workspaces (name) values ('Acme') returning id`;
		const { times } = limits.target.invitationMail;
		const mailed: unknown[] = [];
		let sender = await signInByCode(open, 'sender-0@example.com');
		for (let n = 0; n <= times; n++) {
			if (n % 5 === 4) sender = await signInByCode(open, `sender-${n}@example.com`);
			const secret = `a-secret-of-an-invitation-to-victim-${n}`;
			await admin`
				insert into app.invitations (workspace_id, email, role, secret_hash)
				values (${workspace!.id}, ${`victim+${n}@elsewhere.example`}, 'editor',
					${createHash('sha256').update(secret).digest()})`;
			mailed.push(
				(await sender.post(open.identity, '/invitation-mail', { secret })).body['mailed'],
			);
		}
		expect(mailed).toEqual([...Array<boolean>(times).fill(true), false]);
	});
});
