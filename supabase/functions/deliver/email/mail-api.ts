import { Buffer } from 'node:buffer';

import type { Outgoing } from '../../_shared/outgoing/outgoing.ts';
import { readRetryAfter } from '../retry-after.ts';
import { listHeaders, type Mail, type MailSender } from './mail-sender.ts';

/** Services that send e-mails by an HTTP API. */
export const mailApis = ['resend', 'postmark'] as const;

export type MailApi = (typeof mailApis)[number];

export type MailApiSettings = {
	api: MailApi;
	/** API key of the service. */
	key: string;
	/** Sender, such as `Feedback <feedback@example.com>`. */
	from: string;
	/** URL of the API, if it is not the service's default. */
	url?: string | undefined;
};

/** The API refused an e-mail. */
export class MailRefused extends Error {
	override readonly name = 'MailRefused';
	readonly responseCode: number;
	/** Seconds to wait, as requested by the API; null if it requested none. */
	readonly retryAfterSeconds: number | null;

	constructor(responseCode: number, said: string, retryAfterSeconds: number | null) {
		super(`The mail API answered with ${responseCode}${said === '' ? '.' : `: ${said}`}`);
		this.responseCode = responseCode;
		this.retryAfterSeconds = retryAfterSeconds;
	}
}

const timeoutMs = 8_000;
const maxBytes = 4_096;

/** Sends e-mails by an HTTP API. `send` rejects with `MailRefused` or an `OutgoingError`. */
export function createMailApiSender(outgoing: Outgoing, settings: MailApiSettings): MailSender {
	const { url, describe } = apis[settings.api];
	const target = new URL(settings.url ?? url);
	return {
		async send(mail) {
			const { headers, body: content } = describe(settings, mail);
			const body = JSON.stringify(content);
			const response = await outgoing.send({
				url: target,
				method: 'POST',
				headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
				body,
				timeoutMs,
				maxBytes,
				longer: 'is cut',
			});
			if (response.status >= 200 && response.status < 300) return Buffer.byteLength(body);
			const retryAfter = readRetryAfter(response.headers.get('retry-after'), new Date());
			throw new MailRefused(response.status, findMessage(response.text), retryAfter);
		},
	};
}

type Described = { headers: Record<string, string>; body: Record<string, unknown> };
type Api = { url: string; describe(settings: MailApiSettings, mail: Mail): Described };

const apis: Record<MailApi, Api> = {
	// https://resend.com/docs/api-reference/emails/send-email
	resend: {
		url: 'https://api.resend.com/emails',
		describe: ({ key, from }, mail) => ({
			// Sets no idempotency key: for a day, Resend would not let people send a message again.
			headers: { authorization: `Bearer ${key}`, 'user-agent': 'Feedback/1' },
			body: {
				from,
				to: [mail.to],
				subject: mail.subject,
				text: mail.text,
				html: mail.html,
				headers: listHeaders(mail),
			},
		}),
	},
	// https://postmarkapp.com/developer/api/email-api
	postmark: {
		url: 'https://api.postmarkapp.com/email',
		describe: ({ key, from }, mail) => ({
			headers: { 'x-postmark-server-token': key },
			body: {
				From: from,
				To: mail.to,
				Subject: mail.subject,
				TextBody: mail.text,
				HtmlBody: mail.html,
				Headers: Object.entries({
					...listHeaders(mail),
					'Message-ID': mail.messageId,
					// Otherwise Postmark replaces the ID.
					'X-PM-KeepID': 'true',
				}).map(([Name, Value]) => ({ Name, Value })),
			},
		}),
	},
};

/** Resend returns the error in `message`, Postmark in `Message`. */
function findMessage(text: string): string {
	try {
		const { message, Message } = JSON.parse(text) as { message?: unknown; Message?: unknown };
		const said = message ?? Message;
		return typeof said === 'string' ? said : '';
	} catch {
		return '';
	}
}
