import type { Config } from '../config/config-schema.ts';
import { createSmtpConnection } from '../identity/mail-transport.ts';
import { type Check, failed, passed } from './check.ts';

/** Signs in to the mail server without sending anything. */
export async function checkMail({ mail }: Pick<Config, 'mail'>): Promise<Check> {
	if (!mail) {
		return passed(
			'mail',
			'No mail server is configured: people sign in by links of `feedback-server admin`, passkeys or a provider.',
		);
	}
	const { hostname } = new URL(mail.url);
	try {
		const transport = createSmtpConnection({
			url: mail.url,
			from: mail.from,
			...(mail.ca_file && { caFile: mail.ca_file }),
		});
		await transport.verify();
		return passed('mail', `${hostname} accepts mail from ${mail.from}.`);
	} catch (error) {
		const { message } = error as Error;
		const fix = fixes.find(([pattern]) => pattern.test(message))?.[1];
		return failed('mail', `${hostname} cannot be used: ${message}`, fix ?? 'Check mail.url.');
	}
}

// Error messages of mail servers and OpenSSL, and how to fix them.
const fixes: [RegExp, string][] = [
	[/\b535\b|EAUTH|Invalid login/i, 'Check the user and the password in mail.url.'],
	[
		/\b530\b|STARTTLS/i,
		'The server requires TLS: write smtps:// with its TLS port, usually 465, or a port that offers STARTTLS.',
	],
	[
		/wrong version number/i,
		'The port begins without TLS: write smtp:// instead of smtps://, usually with port 587.',
	],
	[
		/self[- ]signed|unable to (verify|get)|certificate/i,
		'Set mail.ca_file to the certificate authority of the mail server, and use the name in its certificate.',
	],
	[/ENOTFOUND|EAI_AGAIN/, 'Check the host name in mail.url.'],
	[/ECONNREFUSED|ETIMEDOUT|timeout/i, 'Check host and port in mail.url, and the firewall.'],
];
