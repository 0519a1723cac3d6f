import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure, type ConnectionOptions } from 'node:tls';

export type MailSocketOptions = {
	/** Name or address of the mail server. */
	host: string;
	port: number;
	/** Settings of a connection that begins with TLS; without them, it begins in plain text. */
	tls?: ConnectionOptions | undefined;
	timeoutMs: number;
};

/**
 * Connects to a mail server by its name. Nodemailer would look up the name itself and connect to an address, but Deno
 * permits the functions only the name.
 */
export async function openMailSocket(options: MailSocketOptions): Promise<Socket> {
	const deadline = Date.now() + options.timeoutMs;
	try {
		return await open(options, 4, deadline);
	} catch (error) {
		// The server may have IPv6 only.
		return open(options, 6, deadline).catch(() => Promise.reject(error));
	}
}

function open(
	{ host, port, tls }: MailSocketOptions,
	family: 4 | 6,
	deadline: number,
): Promise<Socket> {
	return new Promise((resolve, reject) => {
		// When Deno tries several addresses of a name, a refused permission ends the process (Deno 2.9).
		const where = { host, port, family, autoSelectFamily: false };
		const socket = tls
			? connectSecure({ ...where, ...(isIP(host) === 0 && { servername: host }), ...tls })
			: connectPlain(where);
		const late = () => {
			socket.destroy(Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' }));
		};
		const timer = setTimeout(late, Math.max(deadline - Date.now(), 0));
		const fail = (error: Error) => {
			clearTimeout(timer);
			reject(error);
		};
		socket.once('error', fail);
		socket.once(tls ? 'secureConnect' : 'connect', () => {
			clearTimeout(timer);
			socket.off('error', fail);
			resolve(socket);
		});
	});
}
