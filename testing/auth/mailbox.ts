/** A message that Auth would have sent. */
export type Message = { to: string; subject: string; text: string; at: string };

type Sent = { to: string; subject: string; text?: string };

/** Replaces a mail server: the embedded stack sends nothing, and stores the newest messages. */
export class Mailbox {
	/** The newest first. */
	readonly messages: Message[] = [];
	readonly #authUrl: string;

	/** @param authUrl Address of Auth, ending in `/auth/v1`. */
	constructor(authUrl: string) {
		this.#authUrl = authUrl;
	}

	async send({ to, subject, text = '' }: Sent): Promise<void> {
		// Auth uses the dashboard's URL as its own.
		const corrected = text.replace(/https?:\/\/\S+?\/verify\?/g, `${this.#authUrl}/verify?`);
		this.messages.unshift({ to, subject, text: corrected, at: new Date().toISOString() });
		this.messages.splice(20);
	}
}
