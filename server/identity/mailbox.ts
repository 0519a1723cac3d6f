import type { MailMessage, MailTransport } from './identity-options.ts';

/** A message that would have been sent. */
export type KeptMessage = MailMessage & { at: string };

/** Replaces a mail server in the demo and in tests: sends nothing, and stores the newest messages. */
export class Mailbox implements MailTransport {
	/** The newest first; at most 20. */
	readonly messages: KeptMessage[] = [];

	send(message: MailMessage): Promise<void> {
		this.messages.unshift({ ...message, at: new Date().toISOString() });
		this.messages.splice(20);
		return Promise.resolve();
	}
}
