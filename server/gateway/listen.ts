import type { Server } from 'node:http';

/** Listens on loopback. `stop` closes the port, and after a second the connections that are still open. */
export async function listen(
	server: Server,
	port: number,
): Promise<{ port: number; stop(): Promise<void> }> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			server.off('error', reject);
			resolve();
		});
	});
	const address = server.address();
	if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
	return {
		port: address.port,
		stop: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeIdleConnections();
				const timer = setTimeout(() => server.closeAllConnections(), 1_000);
				timer.unref();
			}),
	};
}
