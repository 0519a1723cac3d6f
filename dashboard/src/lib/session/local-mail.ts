import type { Config } from '#lib/config/config.ts';

import { invalidKeyMessage } from './demo-key.ts';
import { localAddress } from './demo-person.ts';

/** An e-mail that a hosted service would have sent. */
export type MailMessage = { subject: string; text: string };

/** The newest message to an address on the local stack, which sends no e-mail; or why there is none. */
export async function readLocalMail(
	config: Config,
	email: string,
): Promise<{ message: MailMessage } | { problem: string }> {
	let found: Record<string, unknown> | undefined;
	try {
		const response = await fetch(localAddress(config, '/local/mail'));
		if (response.status === 404) return { problem: invalidKeyMessage };
		const messages = (await response.json()) as Record<string, unknown>[];
		found = messages.find(({ to }) => String(to).toLowerCase() === email.toLowerCase());
	} catch {
		return {
			problem: 'The message cannot be read. Check that the stack is running, then try again.',
		};
	}
	if (!found) return { problem: `There is no message to ${email}.` };
	return { message: { subject: String(found['subject']), text: String(found['text']) } };
}

/** A part of a message: text, or a sign-in link. */
export type MessagePart = { text: string; isLink: boolean };

/** Splits a message at its sign-in links. Any other URL stays text. */
export function findSignInLinks(text: string, { auth, authUrl }: Config): MessagePart[] {
	const start = auth === 'feedback' ? `${location.origin}/sign-in#` : `${authUrl}/verify?`;
	return text
		.split(/(https?:\/\/\S+)/)
		.filter(Boolean)
		.map((part) => ({ text: part, isLink: part.startsWith(start) }));
}
