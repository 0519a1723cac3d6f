import { createHash } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';

import { ConnectionError } from './connection-error.ts';
import type { DatabaseAddress } from './database-address.ts';
import type { EncodedStatement } from './statement.ts';

export type SessionOptions = {
	/** Prepares each statement once. Only for direct connections: a transaction pooler has no sessions. */
	prepare: boolean;
	connectTimeoutMs: number;
	applicationName: string;
	/** Called with the text of each statement that is sent. */
	onStatement?: (text: string) => void;
	/** Called with each notice from the server. */
	onNotice?: ((text: string) => void) | undefined;
};

/** A query as the driver accepts it; its types lack `queryMode`. */
type Query = { text: string; values?: unknown[]; name?: string; queryMode?: 'extended' };

// The server no longer has the prepared statement, or the tables changed so that it no longer fits.
const staleRoutines = new Set([
	'FetchPreparedStatement',
	'RevalidateCachedQuery',
	'transformAssignedExpr',
]);

/** One Postgres session, from connecting to its end; it never reconnects. */
export class Session {
	readonly openedAt = performance.now();
	readonly #socket = new Socket();
	readonly #client: pg.Client;
	readonly #opened: Promise<void>;
	readonly #options: SessionOptions;
	readonly #onEnd: () => void;
	#isOpen = false;
	#end: 'CONNECTION_CLOSED' | 'CONNECTION_DESTROYED' | undefined;
	/** Part of the names of prepared statements; changed to prepare them all again. */
	#generation = 0;

	/** @param onEnd called when no more statements can be sent, for whatever reason. */
	constructor({ tls, ...server }: DatabaseAddress, options: SessionOptions, onEnd: () => void) {
		this.#options = options;
		this.#onEnd = onEnd;
		this.#client = new pg.Client({
			...server,
			ssl: tls,
			application_name: options.applicationName,
			types: { getTypeParser },
			pipeline: true,
			// Otherwise, a firewall may drop a connection that is idle for long, for example while it holds a lock.
			keepAlive: true,
			keepAliveInitialDelayMillis: 60_000,
			stream: () => this.#socket,
		});
		// Pending statements reject with the error. Between statements, there is no caller who could receive it: the
		// next statement reconnects.
		this.#client.on('error', () => {
			this.#endAs('CONNECTION_CLOSED');
			this.#socket.destroy();
		});
		this.#client.on('notice', ({ message }) => options.onNotice?.(message ?? ''));
		this.#opened = this.#open();
		// Reported by the statements that wait for it.
		this.#opened.catch(() => undefined);
	}

	/** Whether no more statements can be sent. */
	get hasEnded(): boolean {
		return this.#end !== undefined;
	}

	/** Sends a statement and resolves to its rows, or a script, which has none. */
	async send({ text, values }: EncodedStatement): Promise<unknown[]> {
		if (!values) {
			await this.#query({ text });
			return [];
		}
		if (!this.#options.prepare) {
			return (await this.#query({ text, values, queryMode: 'extended' })).rows;
		}
		const name = this.#nameOf(text);
		try {
			return (await this.#query({ name, text, values })).rows;
		} catch (error) {
			if (staleRoutines.has((error as { routine?: string }).routine ?? '')) this.#generation += 1;
			throw error;
		}
	}

	/** Whether the statement failed only because its prepared version was stale: it can be retried outside a transaction. */
	canRetry(error: unknown): boolean {
		const { routine } = error as { routine?: string };
		return this.#options.prepare && !this.hasEnded && staleRoutines.has(routine ?? '');
	}

	/** Sends a command without parameters; resolves to the server's command tag. */
	async command(text: string): Promise<string> {
		return (await this.#query({ text })).command;
	}

	/** Closes the socket immediately. The server may not respond, and an orderly end would wait for it. */
	destroy(): void {
		this.#endAs('CONNECTION_DESTROYED');
		this.#socket.destroy();
	}

	/** Ends the session after the statements that were sent; after a second at the latest. */
	async end(): Promise<void> {
		if (this.hasEnded) return;
		this.#endAs('CONNECTION_CLOSED');
		if (!this.#isOpen) return void this.#socket.destroy();
		const timer = setTimeout(() => this.#socket.destroy(), 1_000);
		await this.#client.end();
		clearTimeout(timer);
	}

	async #open(): Promise<void> {
		const timer = setTimeout(
			() => this.#socket.destroy(new ConnectionError('CONNECT_TIMEOUT')),
			this.#options.connectTimeoutMs,
		);
		// The driver's own promise stays pending when the socket is destroyed without an error.
		const closed = new Promise<never>((_, reject) => {
			this.#socket.once('close', () => reject(new ConnectionError('CONNECTION_CLOSED')));
		});
		try {
			await Promise.race([this.#client.connect(), closed]);
			this.#isOpen = true;
		} catch (error) {
			this.#endAs('CONNECTION_CLOSED');
			this.#socket.destroy();
			throw this.#describe(error);
		} finally {
			clearTimeout(timer);
		}
	}

	async #query(query: Query): Promise<pg.QueryResult> {
		if (!this.#isOpen) await this.#opened;
		if (this.#end) throw new ConnectionError(this.#end);
		this.#options.onStatement?.(query.text);
		try {
			return await this.#client.query(query);
		} catch (error) {
			throw this.#describe(error);
		}
	}

	/** Adds a code to the driver's errors for a connection that ended, which have none. */
	#describe(error: unknown): unknown {
		if (!this.#end || typeof (error as { code?: unknown }).code === 'string') return error;
		return new ConnectionError(this.#end, { cause: error });
	}

	#endAs(end: 'CONNECTION_CLOSED' | 'CONNECTION_DESTROYED'): void {
		this.#end ??= end;
		this.#onEnd();
	}

	// Derived from the text: even if a pooler mixes up sessions, a name always refers to the same statement.
	#nameOf(text: string): string {
		return `${hashOf(text)}${this.#generation}`;
	}
}

const hashes = new Map<string, string>();

function hashOf(text: string): string {
	let hash = hashes.get(text);
	if (hash === undefined) {
		hash = createHash('sha256').update(text).digest('base64url');
		hashes.set(text, hash);
	}
	return hash;
}

// Dates and timestamps without a time zone, by OID: the driver would interpret them as local time. They remain text.
const withoutZone = new Set([1082, 1114]);

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
	withoutZone.has(oid) ? String : pg.types.getTypeParser(oid, format);
