import type { Config } from '#lib/config/config.ts';

import { refusedKey } from './demo-key.ts';
import { localAddress } from './demo-person.ts';

/** A message that Auth would have sent by mail. */
export type MailMessage = { subject: string; text: string };

/** The newest message to this address, from a stack that sends none; or a sentence that says why there is none. */
export async function readLocalMail(
	config: Config,
	email: string,
): Promise<{ message: MailMessage } | { problem: string }> {
	let found: Record<string, unknown> | undefined;
	try {
		const response = await fetch(localAddress(config, '/local/mail'));
		if (response.status === 404) return { problem: refusedKey };
		const messages = (await response.json()) as Record<string, unknown>[];
		found = messages.find(({ to }) => String(to).toLowerCase() === email.toLowerCase());
	} catch {
		return { problem: 'The message cannot be read. Check that the stack runs, then try again.' };
	}
	if (!found) return { problem: `There is no message to ${email}.` };
	return { message: { subject: String(found['subject']), text: String(found['text']) } };
}

/** A part of a message: text, or the address that signs in. */
export type MessagePart = { text: string; isLink: boolean };

/** Takes a message apart at its sign-in links. Any other address stays text. */
export function findSignInLinks(text: string, { authUrl }: Config): MessagePart[] {
	return text
		.split(/(https?:\/\/\S+)/)
		.filter(Boolean)
		.map((part) => ({ text: part, isLink: part.startsWith(`${authUrl}/verify?`) }));
}
