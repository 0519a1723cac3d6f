import type { Server } from 'node:http';

/**
 * Listen address of a server: a port of loopback, a port of one host, or a socket that the parent process
 * opened.
 */
export type ListenAddress = number | { host: string; port: number } | { fd: number };

export type Listening = {
	/** Root URL, without a slash at the end. For a server on every interface, this is the loopback address. */
	url: string;
	port: number;
	/** Closes the port, and after a second the connections that are still open. */
	stop(): Promise<void>;
};

/** Starts a server. Rejects with Node's error when the address is taken or not available. */
export async function listen(server: Server, address: ListenAddress): Promise<Listening> {
	const where = typeof address === 'number' ? { host: '127.0.0.1', port: address } : address;
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(where, () => {
			server.off('error', reject);
			resolve();
		});
	});
	const bound = server.address();
	if (typeof bound !== 'object' || !bound) throw new Error('The server has no port.');
	return {
		url: `http://${reachableHost(bound.address)}:${bound.port}`,
		port: bound.port,
		stop: () => stop(server),
	};
}

function reachableHost(address: string): string {
	if (address === '0.0.0.0' || address === '::') return '127.0.0.1';
	return address.includes(':') ? `[${address}]` : address;
}

function stop(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeIdleConnections();
		const timer = setTimeout(() => server.closeAllConnections(), 1_000);
		timer.unref();
	});
}
