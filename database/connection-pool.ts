import { setTimeout as startTimer } from 'node:timers';

import type { Connection } from './connection.ts';
import { isConnectionLost } from './outage.ts';
import { PoolError, type PoolErrorCode } from './pool-error.ts';

/** Deadline of a call, and the client that it serves. */
export type CallScope = {
	/** When the call is abandoned, by `performance.now()`; `Infinity` for never. */
	until: number;
	/** The request of the call: a queued call does not start after its client has disconnected. */
	client?: { readonly signal: AbortSignal } | undefined;
	/** Whether only the client needs the result: then a running call, too, ends when the client disconnects. */
	onlyForClient?: boolean;
};

export type ConnectionPoolOptions = {
	size: number;
	/** Maximum number of calls that wait for a connection. */
	queue: number;
	/** Milliseconds that a waiting call must have left to start at all. */
	reserveMs: number;
	/** Milliseconds after which an unused connection is closed. */
	idleMs: number;
	/** Milliseconds after which a connection is closed once it is free. */
	lifetimeMs: number;
	/** Runs each call, for example inside a span. */
	trace?: <Result>(run: () => Promise<Result>) => Promise<Result>;
	/** Called for each error with which the pool abandons or refuses calls. */
	onRefused?: (code: PoolErrorCode) => void;
};

/** Connections of a pool at this moment. */
export type PoolUsage = { size: number; inUse: number; waiting: number };

/** Milliseconds for which a call may go on without its client: ending it costs a connection, which takes longer. */
const withoutClientMs = 200;

type PoolCall = CallScope & {
	use(connection: Connection): PromiseLike<unknown>;
	resolve(result: never): void;
	reject(error: unknown): void;
	/** Stops watching a waiting call. */
	unwatch?: () => void;
};

/**
 * Lends each connection to one call at a time, the most recently used first, because its backend's
 * caches are warm. A call that takes too long is abandoned and its connection replaced; waiting calls are limited
 * in number and time.
 */
export class ConnectionPool {
	readonly #open: () => Connection;
	readonly #options: ConnectionPoolOptions;
	/** The most recently used is at the end. */
	readonly #free: Connection[];
	/** When a free connection was returned, by `performance.now()`. */
	readonly #freeSince = new WeakMap<Connection, number>();
	readonly #lent = new Set<Connection>();
	readonly #waiting = new Set<PoolCall>();
	/** The last attempt to connect failed: until one succeeds, only one is made at a time. */
	#failing = false;
	#ended = false;
	/** Called when all connections have been returned while the pool ends. */
	#onAllFree: (() => void) | undefined;
	/** Closes idle connections; `undefined` while there are none. */
	#idleTimer: ReturnType<typeof startTimer> | undefined;

	constructor(open: () => Connection, options: ConnectionPoolOptions) {
		this.#open = open;
		this.#options = options;
		this.#free = Array.from({ length: options.size }, open);
	}

	/** Runs `use` on a connection. Rejects with its error, or with a `PoolError`. */
	run<Result>(
		use: (connection: Connection) => PromiseLike<Result>,
		scope: CallScope,
	): Promise<Result> {
		const { trace } = this.#options;
		return trace ? trace(() => this.#run(use, scope)) : this.#run(use, scope);
	}

	#run<Result>(
		use: (connection: Connection) => PromiseLike<Result>,
		scope: CallScope,
	): Promise<Result> {
		return new Promise((resolve, reject) => {
			const call: PoolCall = { ...scope, use, resolve, reject };
			if (this.#ended) return reject(this.#refuse('POOL_ENDED'));
			// Timers fire up to a millisecond early.
			if (call.until - performance.now() < 1) return reject(this.#refuse('DEADLINE'));
			const connection = this.#take();
			if (connection) this.#begin(connection, call);
			else this.#enqueue(call);
		});
	}

	usage(): PoolUsage {
		return { size: this.#options.size, inUse: this.#lent.size, waiting: this.#waiting.size };
	}

	#refuse(code: PoolErrorCode): PoolError {
		this.#options.onRefused?.(code);
		return new PoolError(code);
	}

	async end(): Promise<void> {
		this.#ended = true;
		this.#rejectWaiting(this.#refuse('POOL_ENDED'));
		clearTimeout(this.#idleTimer);
		if (this.#lent.size > 0) await this.#waitForLent();
		await Promise.all([...this.#free, ...this.#lent].map((connection) => connection.close()));
	}

	/** Waits until all calls have ended, a second at most. */
	#waitForLent(): Promise<void> {
		return new Promise((resolve) => {
			const timer = setTimeout(resolve, 1_000);
			this.#onAllFree = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	}

	#take(): Connection | undefined {
		if (this.#free.length === 0) return undefined;
		const proven = this.#free.findLastIndex((connection) => connection.proven);
		if (proven >= 0) return this.#free.splice(proven, 1)[0];
		const connecting = [...this.#lent].some((connection) => !connection.proven);
		return this.#failing && connecting ? undefined : this.#free.pop();
	}

	#begin(connection: Connection, call: PoolCall): void {
		this.#lent.add(connection);
		const begun = performance.now();
		let over = false;
		const finish = (error: unknown, lost: boolean) => {
			over = true;
			clearTimeout(timer);
			unwatch();
			this.#giveBack(connection, error, lost);
		};
		const giveUp = (code: PoolErrorCode) => {
			const error = this.#refuse(code);
			finish(error, true);
			call.reject(error);
		};
		const timer = runAt(call.until, () => {
			if (connection.proven) this.#replaceUnheard(begun);
			giveUp('DEADLINE');
		});
		const unwatch = watchClient(call, () => giveUp('CLIENT_GONE'));
		// Release the connection before the call ends: its caller may send the next one immediately.
		call.use(connection).then(
			(result) => {
				if (over) return;
				finish(undefined, false);
				call.resolve(result as never);
			},
			(error: unknown) => {
				if (over) return;
				const lost = isConnectionLost(error);
				if (lost && connection.proven) this.#replaceUnheard(begun);
				finish(error, lost);
				call.reject(error);
			},
		);
	}

	#giveBack(connection: Connection, error: unknown, lost: boolean): void {
		this.#lent.delete(connection);
		if (lost) this.#replace(connection, error);
		else {
			// A call may end before it has sent anything, or after its connection was lost.
			if (connection.openedAt !== undefined) {
				connection.proven = true;
				this.#failing = false;
			}
			this.#keep(connection);
		}
		if (this.#lent.size === 0) this.#onAllFree?.();
		this.#beginWaiting();
	}

	#keep(connection: Connection): void {
		const now = performance.now();
		this.#free.push(connection);
		this.#freeSince.set(connection, now);
		this.#closeExpired(connection, now);
		if (!this.#ended) this.#idleTimer ??= this.#startIdleTimer(this.#options.idleMs);
	}

	/**
	 * One timer for all connections, not one for each call: it fires at most once per idle time when all
	 * are busy.
	 */
	#startIdleTimer(delayMs: number) {
		return startTimer(() => this.#closeIdle(), delayMs).unref();
	}

	#closeIdle(): void {
		const now = performance.now();
		for (const connection of this.#free) this.#closeExpired(connection, now);
		const ends = this.#free
			.filter(({ openedAt }) => openedAt !== undefined)
			.map((connection) => this.#expiryOf(connection));
		// At least a second, even if the timers' clock is ahead.
		const delayMs = Math.max(1_000, Math.min(...ends) - now);
		this.#idleTimer = ends.length > 0 ? this.#startIdleTimer(delayMs) : undefined;
	}

	#closeExpired(connection: Connection, now: number): void {
		if (connection.openedAt === undefined || this.#expiryOf(connection) > now) return;
		void connection.close();
	}

	#expiryOf(connection: Connection): number {
		const idleSince = this.#freeSince.get(connection) ?? 0;
		return Math.min(
			idleSince + this.#options.idleMs,
			(connection.openedAt ?? 0) + this.#options.lifetimeMs,
		);
	}

	// A transaction that was cut off may still send statements: they must not reach the next caller.
	#replace(connection: Connection, error: unknown): void {
		const { proven } = connection;
		connection.destroy();
		if (this.#ended) return;
		this.#free.unshift(this.#open());
		if (proven) return;
		this.#failing = true;
		const working = [...this.#lent].some((other) => other.proven);
		if (!working) this.#rejectWaiting(error);
	}

	/**
	 * Replaces free connections that have not responded since. Whatever cut off one connection may have cut
	 * off these too, and each dead connection would cost a call its deadline.
	 */
	#replaceUnheard(since: number): void {
		for (const [at, connection] of this.#free.entries()) {
			if (!connection.proven || this.#freeSince.get(connection)! >= since) continue;
			connection.destroy();
			this.#free[at] = this.#open();
		}
	}

	#beginWaiting(): void {
		for (const call of this.#waiting) {
			const connection = this.#take();
			if (!connection) return;
			this.#dequeue(call);
			this.#begin(connection, call);
		}
	}

	#enqueue(call: PoolCall): void {
		const until = call.until - this.#options.reserveMs;
		if (until <= performance.now() || this.#waiting.size >= this.#options.queue) {
			return call.reject(this.#refuse('OVERLOADED'));
		}
		const signal = call.client?.signal;
		if (signal?.aborted) return call.reject(this.#refuse('CLIENT_GONE'));
		const giveUp = (code: 'OVERLOADED' | 'CLIENT_GONE') => {
			this.#dequeue(call);
			call.reject(this.#refuse(code));
		};
		const leave = () => giveUp('CLIENT_GONE');
		const timer = runAt(until, () => giveUp('OVERLOADED'));
		signal?.addEventListener('abort', leave, { once: true });
		call.unwatch = () => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', leave);
		};
		this.#waiting.add(call);
	}

	#dequeue(call: PoolCall): void {
		this.#waiting.delete(call);
		call.unwatch?.();
	}

	#rejectWaiting(error: unknown): void {
		for (const call of this.#waiting) {
			this.#dequeue(call);
			call.reject(error);
		}
	}
}

/** Calls `leave` soon after the client has disconnected, if only the client needs the result. Returns how to stop. */
function watchClient({ client, onlyForClient }: CallScope, leave: () => void): () => void {
	const signal = onlyForClient ? client?.signal : undefined;
	if (!signal) return () => undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const begin = () => {
		timer = setTimeout(leave, withoutClientMs);
	};
	if (signal.aborted) begin();
	else signal.addEventListener('abort', begin, { once: true });
	return () => {
		clearTimeout(timer);
		signal.removeEventListener('abort', begin);
	};
}

/** Sets a timer for a time of `performance.now()`; none for `Infinity`. */
function runAt(moment: number, run: () => void) {
	if (moment === Infinity) return undefined;
	// Timers count whole milliseconds, and a timer that fires early would let the request's next call start.
	return setTimeout(run, Math.ceil(moment - performance.now()) + 1);
}
