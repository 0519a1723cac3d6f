// A proxy for Postgres, with or without TLS, that breaks a connection at a chosen moment.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

import { localhostCertificate, localhostKey } from '../../tests/localhost-certificate.ts';

/** When a connection breaks: before the server receives the client's latest message. */
export type Moment =
	| 'connection'
	| 'TLS request'
	| 'TLS handshake'
	| 'start'
	| 'password'
	| 'statement'
	| 'commit'
	/** In the middle of the response to a statement. */
	| 'answer'
	| 'goodbye';

/** Kind of failure: `silent` accepts everything and never responds. */
export type Break = 'closed' | 'reset' | 'silent';

export type BreakingServer = {
	port: number;
	/** Breaks every connection at this moment. */
	breakAt(moment: Moment, how: Break): void;
	/** Stops breaking connections; those that are already silent stay silent. */
	heal(): void;
	/** Breaks the connections that are open; resolves once those that are not silent are closed. */
	breakOpen(how: Break): Promise<void>;
	/** Number of accepted connections. */
	readonly taken: number;
	stop(): Promise<void>;
};

const sslRequest = 80_877_103;

export async function startBreakingServer(upstream: number): Promise<BreakingServer> {
	let fault: { moment: Moment; how: Break } | undefined;
	let taken = 0;
	const open = new Set<Connection>();
	// A silent connection does not respond when its client disconnects either.
	const server = createServer({ allowHalfOpen: true }, (socket) => {
		taken++;
		const connection = new Connection(socket, upstream, () => fault);
		open.add(connection);
		socket.on('close', () => open.delete(connection));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		breakAt: (moment, how) => void (fault = { moment, how }),
		heal: () => void (fault = undefined),
		async breakOpen(how) {
			await Promise.all([...open].map((connection) => connection.break(how)));
		},
		get taken() {
			return taken;
		},
		async stop() {
			for (const connection of open) void connection.break('reset');
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

class Connection {
	readonly #socket: Socket;
	readonly #upstream: Socket;
	readonly #fault: () => { moment: Moment; how: Break } | undefined;
	#client: Duplex;
	#isBroken = false;
	#isStarted = false;
	#isAsked = false;
	/** Bytes of an incomplete message from the client. */
	#rest = Buffer.alloc(0);

	constructor(
		socket: Socket,
		upstream: number,
		fault: () => { moment: Moment; how: Break } | undefined,
	) {
		this.#socket = this.#client = socket;
		this.#fault = fault;
		this.#upstream = connect(upstream, '127.0.0.1');
		this.#upstream.on('error', () => socket.destroy());
		this.#upstream.on('close', () => {
			if (!this.#isBroken) this.#client.end();
		});
		this.#upstream.on('data', (chunk: Buffer) => this.#answer(chunk));
		socket.on('error', () => undefined);
		socket.on('end', () => this.#upstream.end());
		socket.on('close', () => this.#upstream.destroy());
		if (this.#breaksAt('connection')) return;
		socket.once('data', (chunk: Buffer) => this.#greet(chunk));
	}

	async break(how: Break): Promise<void> {
		this.#isBroken = true;
		this.#upstream.destroy();
		if (how === 'silent') return;
		const closed = once(this.#socket, 'close');
		if (how === 'reset') this.#socket.resetAndDestroy();
		else this.#client.end();
		await closed;
	}

	#breaksAt(moment: Moment): boolean {
		const fault = this.#fault();
		if (fault?.moment === moment) void this.break(fault.how);
		return this.#isBroken;
	}

	#greet(first: Buffer): void {
		if (first.length !== 8 || first.readInt32BE(4) !== sslRequest) {
			this.#take(first);
			this.#client.on('data', (chunk: Buffer) => this.#take(chunk));
			return;
		}
		if (this.#breaksAt('TLS request')) return;
		if (this.#fault()?.moment === 'TLS handshake') {
			this.#socket.once('data', () => this.#breaksAt('TLS handshake'));
			this.#socket.write('S');
			return;
		}
		this.#client = new TLSSocket(this.#socket, {
			isServer: true,
			cert: localhostCertificate,
			key: localhostKey,
		});
		this.#client.on('error', () => undefined);
		this.#client.on('data', (chunk: Buffer) => this.#take(chunk));
		this.#socket.write('S');
	}

	/** Forwards the client's data, unless the connection is to break at this moment. */
	#take(chunk: Buffer): void {
		if (this.#isBroken) return;
		this.#rest = Buffer.concat([this.#rest, chunk]);
		for (let moment; (moment = this.#nextMoment());) {
			if (moment !== 'other' && this.#breaksAt(moment)) return;
			if (moment === 'statement') this.#isAsked = true;
		}
		this.#upstream.write(chunk);
	}

	/** The moment that the client's next complete message marks, if there is one. */
	#nextMoment(): Moment | 'other' | undefined {
		const head = this.#isStarted ? 1 : 0;
		if (this.#rest.length < head + 4) return undefined;
		const end = head + this.#rest.readInt32BE(head);
		if (this.#rest.length < end) return undefined;
		const message = this.#rest.subarray(0, end);
		this.#rest = this.#rest.subarray(end);
		if (!this.#isStarted) {
			this.#isStarted = true;
			return 'start';
		}
		const kind = String.fromCharCode(message[0]!);
		if (kind === 'Q' && message.includes('commit')) return 'commit';
		return ({ p: 'password', B: 'statement', X: 'goodbye' } as const)[kind] ?? 'other';
	}

	#answer(chunk: Buffer): void {
		if (this.#isBroken) return;
		const fault = this.#fault();
		if (this.#isAsked && fault?.moment === 'answer') {
			this.#client.write(chunk.subarray(0, chunk.length / 2), () => void this.break(fault.how));
		} else this.#client.write(chunk);
	}
}
