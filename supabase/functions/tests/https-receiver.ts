import { createServer as createPlainServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

import { certificate, certificateKey } from './certificate.ts';

/** A server on this machine to which tests send requests. */
export type TestReceiver = {
	port: number;
	/** Ends every connection and stops. */
	close(): Promise<void>;
};

/** Serves HTTPS with the certificate of `client.example`, or by plain HTTP. */
export async function openReceiver(
	answer: RequestListener,
	protocol: 'https' | 'http' = 'https',
): Promise<TestReceiver> {
	const tls = { cert: certificate, key: certificateKey };
	const server = protocol === 'https' ? createServer(tls, answer) : createPlainServer(answer);
	const sockets = new Set<Socket>();
	server.on('connection', (socket: Socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		socket.on('error', () => undefined);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		async close() {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
