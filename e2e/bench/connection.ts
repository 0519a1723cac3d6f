// A keep-alive HTTP/1.1 connection that uses almost no CPU, because it shares the cores with the server.
import { connect, type Socket } from 'node:net';

export type Answer = { status: number; body: string };

export class Connection {
	readonly #socket: Socket;
	readonly #host: string;
	#buffer = '';
	#waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

	private constructor(socket: Socket, host: string) {
		this.#socket = socket;
		this.#host = host;
		socket.setNoDelay(true);
		socket.setEncoding('latin1');
		socket.on('data', (chunk: string) => this.#receive(chunk));
		socket.on('error', (error) => this.#fail(error));
		socket.on('close', () => this.#fail(new Error('The connection was closed.')));
	}

	static async open(port: number): Promise<Connection> {
		const socket = connect(port, '127.0.0.1');
		await new Promise<void>((resolve, reject) => {
			socket.once('connect', resolve);
			socket.once('error', reject);
		});
		return new Connection(socket, `127.0.0.1:${port}`);
	}

	/** One request at a time. */
	post(path: string, body: string, headers = ''): Promise<Answer> {
		this.#socket.write(
			`POST ${path} HTTP/1.1\r\nhost: ${this.#host}\r\ncontent-type: text/plain\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
		);
		return new Promise((resolve, reject) => {
			this.#waiting = { resolve, reject };
		});
	}

	close(): void {
		this.#waiting = undefined;
		this.#socket.destroy();
	}

	#receive(chunk: string): void {
		this.#buffer += chunk;
		const end = this.#buffer.indexOf('\r\n\r\n');
		if (end < 0) return;
		const length = Number(
			/\r\ncontent-length: (\d+)/i.exec(this.#buffer.slice(0, end))?.[1] ?? NaN,
		);
		if (Number.isNaN(length)) return this.#fail(new Error('An answer without a length.'));
		if (this.#buffer.length < end + 4 + length) return;
		const body = this.#buffer.slice(end + 4, end + 4 + length);
		const status = Number(this.#buffer.slice(9, 12));
		this.#buffer = this.#buffer.slice(end + 4 + length);
		const waiting = this.#waiting;
		this.#waiting = undefined;
		waiting?.resolve({ status, body });
	}

	#fail(error: Error): void {
		const waiting = this.#waiting;
		this.#waiting = undefined;
		waiting?.reject(error);
	}
}
