import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export type Arrival = { message: string; response: string; at: number };

/** A webhook receiver that can be killed. It remembers the requests that it acknowledged. */
export type Receiver = {
	port: number;
	arrivals: Arrival[];
	/** Cuts every connection and stops listening for some time. */
	kill(forMs: number): Promise<void>;
	stop(): Promise<void>;
};

/** @param onArrival called with each delivery before it is acknowledged */
export async function startReceiver(
	onArrival: (arrival: Arrival) => void = ignore,
): Promise<Receiver> {
	const arrivals: Arrival[] = [];
	const sockets = new Set<Socket>();
	let server: Server;
	const listen = async (port: number) => {
		server = createServer((request, response) => {
			void text(request).then((body) => {
				const { data } = JSON.parse(body) as { data: { id: string } };
				const message = String(request.headers['webhook-id']);
				const arrival = { message, response: data.id, at: Date.now() };
				arrivals.push(arrival);
				onArrival(arrival);
				response.writeHead(204).end();
			}, ignore);
		});
		server.on('connection', (socket) => {
			sockets.add(socket);
			socket.on('error', ignore).on('close', () => sockets.delete(socket));
		});
		await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
		return (server.address() as AddressInfo).port;
	};
	const close = async () => {
		const closed = new Promise((resolve) => server.close(resolve));
		for (const socket of sockets) socket.destroy();
		await closed;
	};
	const port = await listen(0);
	return {
		port,
		arrivals,
		async kill(forMs) {
			await close();
			await new Promise((resolve) => setTimeout(resolve, forMs));
			await listen(port);
		},
		stop: close,
	};
}

function ignore(): void {}
