import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

import { Mailbox } from '../identity/mailbox.ts';

export type MailServer = {
	/** `smtp://…`, on this machine only. */
	url: string;
	/** Messages that it received, newest first. */
	messages: Mailbox['messages'];
	stop(): Promise<void>;
};

/** Starts a mail server that sends nothing: e-mails of the demo are stored in its mailbox. */
export async function startMailServer(): Promise<MailServer> {
	const mailbox = new Mailbox();
	const server = new SMTPServer({
		disabledCommands: ['AUTH', 'STARTTLS'],
		onData(stream, { envelope }, done) {
			readMessage(stream)
				.then((message) =>
					Promise.all(envelope.rcptTo.map(({ address: to }) => mailbox.send({ to, ...message }))),
				)
				.then(() => done(), done);
		},
	});
	// A client disconnected in the middle of a message.
	server.on('error', () => undefined);
	const listening = server.listen(0, '127.0.0.1');
	await once(listening, 'listening');
	return {
		url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
		messages: mailbox.messages,
		stop: () => new Promise((resolve) => server.close(resolve)),
	};
}

async function readMessage(stream: NodeJS.ReadableStream) {
	const message = await PostalMime.parse(await text(stream));
	return {
		subject: message.subject ?? '',
		text: message.text ?? '',
		...(message.html !== undefined && { html: message.html }),
	};
}
