import { lookup, resolve4 } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';

/** The way out to client documents. Names are resolved apart, so that what was checked is what is called. */
export type Network = {
	/** Every address of a host. */
	resolve(host: string): Promise<string[]>;
	/** Gets an https address from exactly this network address, following nothing. */
	get(url: URL, address: string, limits: GetLimits): Promise<Got>;
};

export type GetLimits = { milliseconds: number; bytes: number };
export type Got = { status: number; headers: Headers; text: string };

/** @param ca certificate to trust instead of the system's, and `port` to call instead of 443, in tests. */
export function openNetwork({ ca, port = 443 }: { ca?: string; port?: number } = {}): Network {
	return {
		async resolve(host) {
			const name = host.replace(/^\[|\]$/g, '');
			try {
				return (await lookup(name, { all: true })).map(({ address }) => address);
			} catch (error) {
				// Deno lets only those look a name up who may connect to it. Our server's functions may connect to public
				// IPv4 addresses and to no name; but they may ask the name server.
				if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
				return resolve4(name);
			}
		},
		async get(url, address, { milliseconds, bytes }) {
			const asked = request({
				host: address,
				port,
				path: url.pathname + url.search,
				servername: url.hostname,
				headers: { host: url.host, accept: 'application/json', 'accept-encoding': 'identity' },
				agent: false,
				...(ca !== undefined && { ca }),
			});
			const answered = new Promise<IncomingMessage>((resolve, reject) => {
				asked.on('error', reject);
				asked.once('response', resolve);
			});
			asked.end();
			try {
				return await within(
					milliseconds,
					answered.then((answer) => read(answer, bytes)),
				);
			} finally {
				asked.destroy();
			}
		},
	};
}

/** What a promise becomes, unless it takes longer. */
export async function within<Result>(
	milliseconds: number,
	promise: Promise<Result>,
): Promise<Result> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('It took too long.')), milliseconds);
	});
	try {
		return await Promise.race([promise, late]);
	} finally {
		clearTimeout(timer);
	}
}

async function read(answer: IncomingMessage, most: number): Promise<Got> {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	let bytes = 0;
	let text = '';
	for await (const chunk of answer as AsyncIterable<Uint8Array>) {
		bytes += chunk.length;
		if (bytes > most) throw new Error('It is too large.');
		text += decoder.decode(chunk, { stream: true });
	}
	const headers = new Headers();
	for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
	return { status: answer.statusCode ?? 0, headers, text: text + decoder.decode() };
}
