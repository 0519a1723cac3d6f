// A proxy that injects faults, for tests of its clients.
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fault that is injected into one request. */
export type InjectedFault =
	| { kind: 'none' }
	/** The request is forwarded after this time, in milliseconds. */
	| { kind: 'delay'; ms: number }
	/** The connection is cut before the server receives anything. */
	| { kind: 'cut_request' }
	/** The server handles the request, then the connection is cut: the response is lost. */
	| { kind: 'cut_answer' }
	/** The server handles the request, and the connection is cut after half of its response. */
	| { kind: 'cut_inside' }
	/** The request is not forwarded, and there is no response. */
	| { kind: 'hang' }
	/** The proxy replies instead of the server. */
	| { kind: 'status'; status: number; retryAfter?: number };

export type FaultProxy = {
	url: string;
	/** Requests to the proxy since `resetCounts`, and those that it forwarded. */
	counts: { taken: number; forwarded: number };
	resetCounts(): void;
	/** Injects a fault into every later request, or one chosen by its number (from 0) and path. */
	set(fault: InjectedFault | ((number: number, path: string) => InjectedFault)): void;
	/** Cuts every connection and accepts no new ones, like a server that is down. */
	goDown(): Promise<void>;
	/** Listens again on the same port. */
	comeBack(): Promise<void>;
	stop(): Promise<void>;
};

/**
 * Starts the proxy in front of an HTTP server.
 *
 * @example
 * const proxy = await startFaultProxy('http://127.0.0.1:54321');
 * proxy.set((number) => (number % 3 === 0 ? { kind: 'cut_answer' } : { kind: 'none' }));
 */
export async function startFaultProxy(target: string, port = 0): Promise<FaultProxy> {
	const agent = new Agent({ keepAlive: true });
	const counts = { taken: 0, forwarded: 0 };
	let number = 0;
	let choose: (number: number, path: string) => InjectedFault = () => ({ kind: 'none' });

	const server = createServer((incoming, outgoing) => {
		counts.taken++;
		const fault = choose(number++, incoming.url ?? '/');
		void misbehave(fault, incoming, outgoing, () => {
			counts.forwarded++;
			return forward(target, agent, incoming);
		});
	});
	const listen = (at: number) =>
		new Promise<void>((resolve, reject) => {
			server.once('error', reject);
			server.listen(at, '127.0.0.1', () => {
				server.off('error', reject);
				resolve();
			});
		});
	const close = () =>
		new Promise<void>((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});

	await listen(port);
	const bound = (server.address() as AddressInfo).port;
	return {
		url: `http://127.0.0.1:${bound}`,
		counts,
		resetCounts: () => Object.assign(counts, { taken: 0, forwarded: 0 }),
		set(fault) {
			number = 0;
			choose = typeof fault === 'function' ? fault : () => fault;
		},
		goDown: close,
		comeBack: () => listen(bound),
		async stop() {
			await close();
			agent.destroy();
		},
	};
}

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer };

async function misbehave(
	fault: InjectedFault,
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	send: () => Promise<Answer>,
): Promise<void> {
	if (fault.kind === 'hang') return;
	if (fault.kind === 'cut_request') return void incoming.socket.destroy();
	if (fault.kind === 'status') return refuse(fault, incoming, outgoing);
	if (fault.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms));
	try {
		const { status, headers, body } = await send();
		if (fault.kind === 'cut_answer') return void incoming.socket.destroy();
		outgoing.writeHead(status, headers);
		if (fault.kind !== 'cut_inside') return void outgoing.end(body);
		outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => incoming.socket.destroy());
	} catch {
		incoming.socket.destroy();
	}
}

function refuse(
	{ status, retryAfter }: Extract<InjectedFault, { kind: 'status' }>,
	incoming: IncomingMessage,
	outgoing: ServerResponse,
): void {
	incoming.resume();
	outgoing.writeHead(status, {
		'access-control-allow-origin': '*',
		'access-control-expose-headers': 'retry-after',
		'content-type': 'application/json',
		...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
	});
	outgoing.end(JSON.stringify({ error: { code: 'fault', message: 'The fault proxy says no.' } }));
}

function forward(target: string, agent: Agent, incoming: IncomingMessage): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const { method, headers } = incoming;
		const passing = request(new URL(incoming.url ?? '/', target), { method, headers, agent });
		passing.on('error', reject);
		passing.on('response', (answer) => {
			const chunks: Buffer[] = [];
			answer.on('data', (chunk: Buffer) => chunks.push(chunk));
			answer.on('error', reject);
			answer.on('end', () => {
				const { 'transfer-encoding': _, ...kept } = answer.headers;
				resolve({ status: answer.statusCode ?? 502, headers: kept, body: Buffer.concat(chunks) });
			});
		});
		incoming.on('error', reject);
		incoming.pipe(passing);
	});
}
