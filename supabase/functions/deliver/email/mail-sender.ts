import type { Transporter } from 'nodemailer';

import { isHosted } from '../../_shared/wake-worker.ts';
import { openMailSocket } from './open-socket.ts';

export type Mail = {
	to: string;
	subject: string;
	text: string;
	html?: string;
	/** The same for every attempt, so that mail programs show the message only once. */
	messageId: string;
	/** One-click unsubscribe URL of this recipient, unless the message is about their own settings. */
	unsubscribeUrl?: string;
};

export type MailServerSettings = {
	/** `smtps://user:password@host:465`, or `smtp://…`, which must offer STARTTLS unless it is on this machine. */
	url: string;
	/** Sender, such as `Feedback <feedback@example.com>`. */
	from: string;
	/** Certificate authority (PEM) of the mail server, if it is not a public one. */
	ca?: string | undefined;
};

/** Sends through the mail server or the mail API of the service. */
export type MailSender = {
	/** Resolves to the bytes that were sent. Rejects with nodemailer's error, `MailRefused` or an `OutgoingError`. */
	send(mail: Mail): Promise<number>;
};

/** Headers of every e-mail that are not about its sender, recipient or content. */
export function listHeaders({
	unsubscribeUrl,
}: {
	unsubscribeUrl?: string | undefined;
}): Record<string, string> {
	return {
		// https://www.rfc-editor.org/rfc/rfc8058
		...(unsubscribeUrl !== undefined && {
			'List-Unsubscribe': `<${unsubscribeUrl}>`,
			'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
		}),
		'Auto-Submitted': 'auto-generated',
	};
}

/** Milliseconds for each step: a mail server that hangs must not outlast the lease of a delivery. */
const stepMs = 8_000;

const blockedPorts = ['25', '587'];

/** Throws when hosted Supabase does not let its functions reach the mail server at this URL. */
export function refuseBlockedPort(url: string): void {
	const { protocol, port } = new URL(url);
	if (blockedPorts.includes(port || (protocol === 'smtps:' ? '465' : '587'))) {
		throw new Error(
			'FEEDBACK_MAIL_URL: hosted Supabase lets no function reach the ports 25 and 587; use 465 or 2465.',
		);
	}
}

/** Throws when the platform does not let its functions reach the server. */
export function createMailSender(
	{ url, from, ca }: MailServerSettings,
	hosted = isHosted(),
): MailSender {
	if (hosted) refuseBlockedPort(url);
	const { hostname, protocol } = new URL(url);
	const isSecure = protocol === 'smtps:';
	const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
	const isVerified = !isLocal || ca !== undefined;
	let transport: Promise<Transporter> | undefined;
	return {
		async send({ to, subject, text, html, messageId, unsubscribeUrl }) {
			const mailer = await (transport ??= openTransport());
			const sent = (await mailer.sendMail({
				to: { name: '', address: to },
				subject,
				text,
				...(html !== undefined && { html }),
				messageId,
				headers: listHeaders({ unsubscribeUrl }),
			})) as { messageSize?: number };
			return sent.messageSize ?? 0;
		},
	};

	async function openTransport(): Promise<Transporter> {
		// Loaded on demand: many servers send no mail to destinations.
		const { createTransport } = await import('nodemailer');
		return createTransport(
			{
				url,
				getSocket({ host = '', port, secure, tls }, done) {
					openMailSocket({
						host: host.replace(/^\[|\]$/g, ''),
						port: Number(port) || (secure ? 465 : 587),
						tls: secure ? tls : undefined,
						timeoutMs: stepMs,
					}).then((connection) => done(null, { connection, secured: secure }), done);
				},
				// Opportunistic STARTTLS could be stripped by an attacker.
				requireTLS: !isSecure && isVerified,
				tls: { rejectUnauthorized: isVerified, ...(ca !== undefined && { ca }) },
				connectionTimeout: stepMs,
				greetingTimeout: stepMs,
				socketTimeout: stepMs,
				// Visitors' text may look like a path or a URL, which nodemailer must not read.
				disableFileAccess: true,
				disableUrlAccess: true,
			},
			{ from },
		);
	}
}
