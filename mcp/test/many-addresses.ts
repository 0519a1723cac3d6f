import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

import { newSender } from './new-sender.ts';

/** A proxy in front of the service that forwards each request from a different network address. */
export async function openManyAddresses(
	apiUrl: string,
): Promise<{ apiUrl: string; close(): void }> {
	const server = createServer((from, to) => {
		const forwarded = request(new URL(from.url!, apiUrl), {
			method: from.method,
			headers: { ...from.headers, ...newSender() },
		});
		forwarded.once('response', (response) => {
			to.writeHead(response.statusCode!, response.headers);
			response.pipe(to);
		});
		forwarded.once('error', () => to.destroy());
		to.once('close', () => forwarded.destroy());
		from.pipe(forwarded);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		apiUrl: `http://127.0.0.1:${port}${new URL(apiUrl).pathname}`,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}
