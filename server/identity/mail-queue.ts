import type pg from 'pg';

import type { MailMessage, MailTransport } from './identity-options.ts';

/**
 * Sends messages outside the request that causes them, so that the request's duration does not reveal whether
 * the service knows a person.
 */
export class MailQueue {
	readonly #transport: MailTransport;
	readonly #pool: pg.Pool;
	readonly #log: (line: string) => void;
	readonly #pending = new Set<Promise<boolean>>();

	constructor(transport: MailTransport, pool: pg.Pool, log: (line: string) => void) {
		this.#transport = transport;
		this.#pool = pool;
		this.#log = log;
	}

	/** Runs `prepare` later and sends its result. A failure is logged. */
	sendLater(prepare: () => Promise<MailMessage | undefined>): void {
		const sending = this.#send(prepare);
		this.#pending.add(sending);
		void sending.finally(() => this.#pending.delete(sending));
	}

	/**
	 * Sends a message now. Resolves to false if the recipient gets too many messages, or if sending fails; a failure is
	 * logged.
	 */
	trySend(message: MailMessage): Promise<boolean> {
		return this.#send(() => Promise.resolve(message));
	}

	/** Resolves when every requested message was sent or has failed. */
	async drain(): Promise<void> {
		await Promise.all(this.#pending);
	}

	async #send(prepare: () => Promise<MailMessage | undefined>): Promise<boolean> {
		try {
			const message = await prepare();
			if (!message || !(await this.#mayMail(message.to))) return false;
			await this.#transport.send(message);
			return true;
		} catch (error) {
			this.#log(`A message could not be sent: ${(error as Error).message}`);
			return false;
		}
	}

	async #mayMail(address: string): Promise<boolean> {
		const { rows } = await this.#pool.query<{ may: boolean }>(
			'select identity.may_mail($1) as may',
			[address],
		);
		if (!rows[0]!.may) this.#log('An address gets no more messages within this hour.');
		return rows[0]!.may;
	}
}
