import { request } from 'node:http';
import { connect } from 'node:net';

const timeoutMs = 5_000;

/** Resolves when an HTTP server on this machine sends any response. */
export function probeHttp(port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		const asked = request({ host: '127.0.0.1', port, path: '/', timeout: timeoutMs, agent: false });
		asked.once('response', (answer) => {
			answer.destroy();
			resolve();
		});
		asked.once('timeout', () => asked.destroy(new Error('No answer.')));
		asked.once('error', reject).end();
	});
}

// Requests TLS: any response shows that Postgres accepts connections and starts processes for them.
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** Resolves when the Postgres at a port of this machine responds; needs no role and no free connection. */
export function probePostgres(port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		const socket = connect(port, '127.0.0.1', () => socket.write(sslRequest));
		socket.setTimeout(timeoutMs, () => socket.destroy(new Error('No answer.')));
		socket.once('data', () => {
			resolve();
			socket.destroy();
		});
		socket.once('error', reject);
		socket.once('close', () => reject(new Error('The connection was closed.')));
	});
}
