// A receiver of webhooks on this machine.
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Received = { path: string; headers: IncomingHttpHeaders; body: string };

export type Receiver = {
	/** Without a slash at the end. */
	url: string;
	/** Every request, oldest first. */
	received: Received[];
	/** Statuses of the next responses; 200 if the list is empty. */
	statuses: number[];
	close(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
	const received: Received[] = [];
	const statuses: number[] = [];
	const server = createServer(async (request, response) => {
		const chunks = await request.toArray();
		const body = Buffer.concat(chunks as Buffer[]).toString();
		received.push({ path: request.url!, headers: request.headers, body });
		response.writeHead(statuses.shift() ?? 200).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		received,
		statuses,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
