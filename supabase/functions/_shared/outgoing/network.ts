import { createHash } from 'node:crypto';
import { lookup, resolve4 } from 'node:dns/promises';
import { isIP } from 'node:net';

import type { Dispatcher } from 'undici';

import { isHosted } from '../wake-worker.ts';
import { OutgoingError, type OutgoingFailure } from './outgoing-error.ts';

/**
 * Access to other servers. Names are resolved separately, so that the request is sent to the address that was
 * checked.
 */
export type Network = {
	/** Every address of a host. Rejects when it has none. */
	resolve(host: string): Promise<string[]>;
	/** Whether this process has the permission to call the URL at this address; by default it has. */
	isPermitted?(address: string, url: URL): Promise<boolean>;
	/** Sends to exactly this address and follows no redirect. Rejects with an `OutgoingError`. */
	send(address: string, request: OutgoingRequest): Promise<OutgoingResponse>;
};

export type OutgoingRequest = {
	url: URL;
	method: 'GET' | 'POST';
	headers: Readonly<Record<string, string>>;
	body?: string | Uint8Array;
	/** Milliseconds for everything, from resolving the name to the end of the response. */
	timeoutMs: number;
	/** Bytes of the response's body that are read. */
	maxBytes: number;
	/** Whether a longer body fails the request or is truncated. */
	longer: 'fails' | 'is cut';
};

export type OutgoingResponse = {
	status: number;
	headers: Headers;
	text: string;
	/** Bytes of the body that were read. */
	bytes: number;
	/** SHA-256 of these bytes, in hexadecimal. */
	sha256: string;
};

type Platform = {
	Deno?: {
		permissions: { query(permission: { name: 'net'; host: string }): Promise<{ state: string }> };
	};
};

const maxHeaderBytes = 16_384;

/**
 * Uses undici, because Deno 2.1, which hosted Supabase runs, ignores `servername` in `node:https` and would verify the
 * certificate against the address. Version 8 of undici does not load there.
 *
 * @param ca certificate to trust instead of the system's, and `port` to call instead of the URL's, in tests.
 */
export function openNetwork({ ca, port }: { ca?: string; port?: number } = {}): Network {
	return {
		async resolve(host) {
			const name = bare(host);
			if (isIP(name) !== 0) return [name];
			try {
				return (await lookup(name, { all: true })).map(({ address }) => address);
			} catch (error) {
				// Deno resolves a name only with permission to connect to it. Our server's functions may connect to
				// public IPv4 addresses but not to names, so they query the name server directly.
				if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
				return resolve4(name);
			}
		},
		async isPermitted(address, url) {
			const { Deno: deno } = globalThis as Platform;
			if (!deno || isHosted()) return true;
			const { host, protocol, port: shown } = new URL(originAt(address, url, port));
			const name = shown === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host;
			return (await deno.permissions.query({ name: 'net', host: name })).state === 'granted';
		},
		async send(address, request) {
			const { url, timeoutMs } = request;
			const host = bare(url.hostname);
			const signal = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)));
			// Loaded on demand: many servers call nobody.
			const { Client } = await import('undici');
			const client = new Client(originAt(address, url, port), {
				allowH2: false,
				maxHeaderSize: maxHeaderBytes,
				pipelining: 0,
				connect: {
					timeout: timeoutMs,
					...(isIP(host) === 0 && { servername: host }),
					...(ca !== undefined && { ca }),
				},
			});
			try {
				const { method, body = null } = request;
				const response = await client.request({
					method,
					path: url.pathname + url.search,
					// The client also takes the name to verify from `host`.
					headers: { 'accept-encoding': 'identity', ...request.headers, host: url.host },
					body,
					signal,
				});
				return await read(response, request);
			} catch (error) {
				throw explain(error, signal);
			} finally {
				void client.destroy();
			}
		},
	};
}

/** Without the brackets that an IPv6 address has in a URL. */
function bare(host: string): string {
	return host.replace(/^\[|\]$/g, '');
}

function originAt(address: string, url: URL, port: number | undefined): string {
	const host = address.includes(':') ? `[${address}]` : address;
	const shown = port ?? url.port;
	return `${url.protocol}//${host}${shown === '' ? '' : `:${shown}`}`;
}

async function read(
	{ statusCode, headers, body }: Dispatcher.ResponseData,
	{ maxBytes, longer }: OutgoingRequest,
): Promise<OutgoingResponse> {
	const hash = createHash('sha256');
	const decoder = new TextDecoder('utf-8', { fatal: longer === 'fails' });
	let bytes = 0;
	let text = '';
	for await (const chunk of body as AsyncIterable<Uint8Array>) {
		const wanted = chunk.subarray(0, maxBytes - bytes);
		if (wanted.length < chunk.length && longer === 'fails') {
			throw new OutgoingError('response_too_large');
		}
		bytes += wanted.length;
		hash.update(wanted);
		text += decoder.decode(wanted, { stream: true });
		if (wanted.length < chunk.length) break;
	}
	text += decoder.decode();
	return {
		status: statusCode,
		headers: toHeaders(headers),
		text,
		bytes,
		sha256: hash.digest('hex'),
	};
}

function toHeaders(received: Dispatcher.ResponseData['headers']): Headers {
	const headers = new Headers();
	for (const [name, value = ''] of Object.entries(received)) headers.set(name, String(value));
	return headers;
}

const failures: Readonly<Record<string, OutgoingFailure>> = {
	UND_ERR_CONNECT_TIMEOUT: 'timeout',
	UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
	ECONNREFUSED: 'unreachable',
	ECONNRESET: 'interrupted',
	UND_ERR_SOCKET: 'interrupted',
	UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'interrupted',
	EHOSTUNREACH: 'unreachable',
	ENETUNREACH: 'unreachable',
	EADDRNOTAVAIL: 'unreachable',
	ETIMEDOUT: 'timeout',
};

function explain(error: unknown, signal: AbortSignal): OutgoingError {
	if (error instanceof OutgoingError) return error;
	if (signal.aborted) return new OutgoingError('timeout', { cause: error });
	const { name = '', code = '', message = '' } = error as Partial<NodeJS.ErrnoException>;
	// Deno's own permissions may allow less, such as no IPv6.
	if (name === 'NotCapable') return new OutgoingError('not_permitted', { cause: error });
	const isCertificate = /cert|self.signed|altname|issuer/i.test(`${code} ${message}`);
	const failure = failures[code] ?? (isCertificate ? 'untrusted_certificate' : 'bad_response');
	return new OutgoingError(failure, { cause: error });
}
