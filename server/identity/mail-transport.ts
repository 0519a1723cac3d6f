import { readFileSync } from 'node:fs';

import { createTransport } from 'nodemailer';

import type { MailServer, MailTransport } from './identity-options.ts';
import { writeMailHtml } from './mail-html.ts';

/** Milliseconds for each step of a delivery: a mail server that hangs must not delay a stop of the service. */
const stepMs = 10_000;

/**
 * Sends by SMTP, encrypted and with the certificate verified, except to a server on this machine without `caFile`.
 * Throws when `caFile` cannot be read.
 */
export function createSmtpTransport(server: MailServer): MailTransport {
	const transport = createSmtpConnection(server);
	return {
		async send(message) {
			const { button: _, ...mail } = message;
			await transport.sendMail({ ...mail, html: await writeMailHtml(message) });
		},
	};
}

/** Creates the connection without sending, for checks. */
export function createSmtpConnection({ url, from, caFile }: MailServer) {
	const { hostname, protocol } = new URL(url);
	const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
	const isVerified = !isLocal || caFile !== undefined;
	return createTransport(
		{
			url,
			// Opportunistic STARTTLS could be stripped by an attacker.
			requireTLS: protocol === 'smtp:' && isVerified,
			tls: {
				rejectUnauthorized: isVerified,
				...(caFile !== undefined && { ca: readFileSync(caFile, 'utf8') }),
			},
			connectionTimeout: stepMs,
			greetingTimeout: stepMs,
			socketTimeout: stepMs,
		},
		{ from },
	);
}
