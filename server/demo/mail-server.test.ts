import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mailboxPage } from './mailbox-page.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

let server: MailServer;
beforeAll(async () => {
	server = await startMailServer();
});
afterAll(() => server.stop());

const hostile = '"><script>alert(1)</script>';

async function send(message: object): Promise<void> {
	const transport = createTransport({ url: server.url });
	await transport.sendMail({ from: 'demo@localhost', ...message });
	transport.close();
}

test('stores each message once for each recipient, the newest first', async () => {
	await send({ to: 'ada@example.com', subject: 'Grüße', text: 'Zeile' });
	await send({ to: ['ada@example.com', 'bob@example.com'], text: 'Text', html: '<p>HTML</p>' });
	expect(server.messages).toMatchObject([
		{ to: 'bob@example.com', subject: '', html: expect.stringContaining('<p>HTML</p>') as string },
		{ to: 'ada@example.com' },
		{ to: 'ada@example.com', subject: 'Grüße', text: expect.stringContaining('Zeile') as string },
	]);
	expect(server.messages.at(-1)).not.toHaveProperty('html');
});

test('shows what visitors wrote as text, and no message can run a script', async () => {
	await send({ to: 'ada@example.com', subject: hostile, text: hostile, html: `<p>${hostile}</p>` });
	await send({ to: 'ada@example.com', subject: hostile, text: hostile });
	const page = await mailboxPage(server.messages);
	expect(await page.text()).not.toContain('<script>');
	expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('shows an empty mailbox', async () => {
	expect(await (await mailboxPage([])).text()).toContain('No messages yet.');
});
