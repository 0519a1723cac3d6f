import { createServer as createPlain, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createSecure } from 'node:tls';

import { afterEach, describe, expect, it } from 'vitest';

import { localhostCertificate, localhostKey } from '../../../tests/localhost-certificate.ts';
import { openMailSocket, type MailSocketOptions } from './open-socket.ts';

const sockets: Socket[] = [];
const servers: Server[] = [];
afterEach(async () => {
	for (const socket of sockets.splice(0)) socket.destroy();
	for (const server of servers.splice(0)) {
		await new Promise<void>((resolve) => server.close(() => resolve()));
	}
});

async function listen(server: Server, address: string, port = 0): Promise<number> {
	servers.push(server);
	server.on('connection', (socket: Socket) => sockets.push(socket.on('error', () => undefined)));
	await new Promise<void>((resolve) => server.listen(port, address, resolve));
	return (server.address() as AddressInfo).port;
}

/** Connects to `localhost`, which has these addresses after the one that the system finds, and says to which. */
async function connect(addresses: string[], given: Omit<MailSocketOptions, 'host'>) {
	const all = ['127.0.0.1', ...addresses].map((address) => ({ address, family: 4 }));
	const options = { host: 'localhost', resolve: () => Promise.resolve(all), ...given };
	const socket = await openMailSocket(options);
	sockets.push(socket);
	return socket.remoteAddress;
}

describe('a mail server with several addresses', () => {
	it('is reached at the next one when a connection is refused', async () => {
		const port = await listen(createPlain(), '127.0.0.3');
		const reached = await connect(['127.0.0.2', '127.0.0.3'], { port, timeoutMs: 5_000 });
		expect(reached).toBe('127.0.0.3');
	});

	it('is reached at the next one when one does not respond, with its certificate verified', async () => {
		const tls = { key: localhostKey, cert: localhostCertificate };
		const port = await listen(createSecure(tls), '127.0.0.2');
		await listen(createPlain(), '127.0.0.1', port);
		const trusted = { port, timeoutMs: 6_000, tls: { ca: localhostCertificate } };
		expect(await connect(['127.0.0.2'], trusted)).toBe('127.0.0.2');
		await expect(connect(['127.0.0.2'], { ...trusted, tls: {} })).rejects.toThrow();
	});

	it('fails with the error of the first when none can be reached', async () => {
		const port = await listen(createPlain(), '127.0.0.4');
		await expect(connect(['127.0.0.2'], { port, timeoutMs: 5_000 })).rejects.toMatchObject({
			code: 'ECONNREFUSED',
			address: '127.0.0.1',
		});
	});
});
