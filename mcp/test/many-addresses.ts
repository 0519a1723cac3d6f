import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of the service that sends each request as from another network address. */
export async function openManyAddresses(
	apiUrl: string,
): Promise<{ apiUrl: string; close(): void }> {
	let asked = 0;
	const server = createServer((from, to) => {
		const onward = request(new URL(from.url!, apiUrl), {
			method: from.method,
			headers: { ...from.headers, 'x-forwarded-for': `192.0.2.${++asked % 256}` },
		});
		onward.once('response', (answer) => {
			to.writeHead(answer.statusCode!, answer.headers);
			answer.pipe(to);
		});
		onward.once('error', () => to.destroy());
		to.once('close', () => onward.destroy());
		from.pipe(onward);
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
