import type { MailMessage, MailTransport } from './identity-options.ts';
import type { Log } from '../log/log.ts';

export type PreparedMail = {
	message: MailMessage;
	/** Counts the message; false beyond a limit. */
	mayBeSent?: () => Promise<boolean>;
	/** Stores what the message makes valid, just before it is sent; the result undoes that. */
	store?: () => Promise<() => Promise<void>>;
};

/**
 * Sends messages outside the request that causes them, so that the request's duration does not reveal whether
 * the service knows a person.
 */
export class MailQueue {
	readonly #transport: MailTransport;
	readonly #log: Log;
	readonly #pending = new Set<Promise<boolean>>();

	constructor(transport: MailTransport, log: Log) {
		this.#transport = transport;
		this.#log = log;
	}

	/** Runs `prepare` later and sends its result. A failure is logged. */
	sendLater(prepare: () => Promise<PreparedMail | undefined>): void {
		const sending = this.#send(prepare);
		this.#pending.add(sending);
		void sending.finally(() => this.#pending.delete(sending));
	}

	/** Sends a message now. Resolves to false beyond a limit, or if sending fails; a failure is logged. */
	trySend(prepared: PreparedMail): Promise<boolean> {
		return this.#send(() => Promise.resolve(prepared));
	}

	/** Resolves when every requested message was sent or has failed. */
	async drain(): Promise<void> {
		await Promise.all(this.#pending);
	}

	async #send(prepare: () => Promise<PreparedMail | undefined>): Promise<boolean> {
		try {
			const prepared = await prepare();
			if (!prepared) return false;
			if (prepared.mayBeSent && !(await prepared.mayBeSent())) {
				this.#log('An address gets no more messages of one asker within this hour.');
				return false;
			}
			const undo = await prepared.store?.();
			try {
				await this.#transport.send(prepared.message);
			} catch (error) {
				await undo?.();
				throw error;
			}
			return true;
		} catch (error) {
			this.#log(`A message could not be sent: ${(error as Error).message}`, 'error');
			return false;
		}
	}
}
