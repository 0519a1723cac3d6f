import { lookup } from 'node:dns/promises';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure, type ConnectionOptions } from 'node:tls';

export type MailSocketOptions = {
	/** Name or address of the mail server. */
	host: string;
	port: number;
	/** Settings of a connection that begins with TLS; without them, it begins in plain text. */
	tls?: ConnectionOptions | undefined;
	timeoutMs: number;
	/** Addresses of a name, instead of those that the system finds. */
	resolve?: typeof lookUp;
};

type Address = { address: string; family: number };
/** What is connected to: an address, or the first address that a name has of a family. */
type Target = { host: string; family: number };

/** IPv4 addresses of a mail server that are tried in turn; of IPv6, the first. */
const maxAddresses = 3;

const lookUp = (host: string): Promise<Address[]> => lookup(host, { all: true });

/**
 * Connects to a mail server by its name, or to the next of its addresses when a connection cannot be made. Nodemailer
 * would look up the name itself and connect to an address, but Deno permits the functions only the name, and the
 * addresses that the server found when it started.
 */
export async function openMailSocket(options: MailSocketOptions): Promise<Socket> {
	const deadline = Date.now() + options.timeoutMs;
	const targets = await before(deadline, listTargets(options));
	let first: unknown;
	for (const [index, target] of targets.entries()) {
		// An address that does not respond leaves time for the others.
		const share = Math.max(deadline - Date.now(), 0) / (targets.length - index);
		try {
			return await open(options, target, Date.now() + share);
		} catch (error) {
			first ??= error;
		}
	}
	throw first ?? new Error('The mail server has no address.');
}

async function listTargets({ host, resolve = lookUp }: MailSocketOptions): Promise<Target[]> {
	if (isIP(host) !== 0) return [{ host, family: isIP(host) }];
	const found = await resolve(host);
	const of = (wanted: number, max: number) =>
		found
			.filter(({ family }) => family === wanted)
			.slice(0, max)
			.map(({ address }, index) => ({ host: index === 0 ? host : address, family: wanted }));
	return [...of(4, maxAddresses), ...of(6, 1)];
}

function open(
	{ host: name, port, tls }: MailSocketOptions,
	{ host, family }: Target,
	deadline: number,
): Promise<Socket> {
	return new Promise((resolve, reject) => {
		// When Deno tries several addresses of a name, a refused permission ends the process (Deno 2.9).
		const where = { host, port, family, autoSelectFamily: false };
		const socket = tls
			? connectSecure({ ...where, ...(isIP(name) === 0 && { servername: name }), ...tls })
			: connectPlain(where);
		const timer = setTimeout(() => socket.destroy(late()), Math.max(deadline - Date.now(), 0));
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

async function before<Result>(deadline: number, promise: Promise<Result>): Promise<Result> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(late()), deadline - Date.now());
	});
	try {
		return await Promise.race([promise, timeout]);
	} finally {
		clearTimeout(timer);
	}
}

function late(): Error {
	return Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' });
}
