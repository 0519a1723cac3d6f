import type { IncomingMessage } from 'node:http';

import { isRequestId } from '../log/request-id.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** The sender of a request and the URL it was sent to, as far as they can be trusted. */
export type Sender = {
	/** Network address of the client. */
	address: string;
	/** Protocol of the address that the client used. */
	proto: 'http' | 'https';
	/** Host of that address, with the port if there is one. */
	host: string;
	/** Host that the client asked for, which may differ from `host` if the server knows its own address. */
	requestedHost: string;
	/** `X-Request-Id`, if a trusted proxy sent a UUID. */
	requestId: string | undefined;
	/** Header with the client's country, and its value if a trusted proxy sent one. */
	region?: { header: string; value: string | undefined };
	/** Headers by which a trusted proxy continues a trace (W3C Trace Context). */
	trace: Record<string, string>;
};

/** The sender of a request. Only the headers of a trusted proxy count. */
export type ReadSender = (incoming: IncomingMessage) => Sender;

const traceHeaders = ['traceparent', 'tracestate'];
const validHost = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i;

export type SenderSettings = {
	/** The address of the service; by default, the address in each request's headers. */
	publicUrl?: string | undefined;
	/** Name of the header in which proxies send the client's country, in lower case. */
	regionHeader?: string | undefined;
};

export function createReadSender(
	proxies: TrustedProxies,
	{ publicUrl, regionHeader }: SenderSettings = {},
): ReadSender {
	const known = publicUrl === undefined ? undefined : new URL(publicUrl);
	return ({ socket, headers }) => {
		const peer = socket.remoteAddress ?? '';
		const address = proxies.findClient(peer, oneLine(headers['x-forwarded-for']));
		const isTrusted = proxies.includes(peer.replace(/^::ffff:/i, ''));
		const said = (name: string) => (isTrusted ? oneLine(headers[name]) : undefined);
		const host = [said('x-forwarded-host'), headers.host].find((one) => one && validHost.test(one));
		const requestId = said('x-request-id');
		const trace = Object.fromEntries(
			traceHeaders.flatMap((name) => {
				const value = said(name);
				return value === undefined ? [] : [[name, value]];
			}),
		);
		return {
			trace,
			address,
			proto: (known?.protocol ?? `${said('x-forwarded-proto')}:`) === 'https:' ? 'https' : 'http',
			host: known?.host ?? host ?? '',
			requestedHost: host ?? '',
			requestId: requestId && isRequestId(requestId) ? requestId : undefined,
			...(regionHeader && { region: { header: regionHeader, value: said(regionHeader) } }),
		};
	};
}

// Headers in which others state the sender and the address. The gateway replaces them with its own.
const forwardingHeaders = [
	'forwarded',
	'x-real-ip',
	'x-client-ip',
	'true-client-ip',
	'cf-connecting-ip',
	'fastly-client-ip',
	'x-forwarded-port',
	'x-forwarded-server',
	'x-request-id',
	...traceHeaders,
];

/** Replaces a request's claims about its sender with trusted values. */
export function withSender<Value>(
	headers: Record<string, Value | string>,
	{ address, proto, host, requestId, region, trace }: Sender,
): Record<string, Value | string> {
	for (const name of forwardingHeaders) delete headers[name];
	headers['x-forwarded-for'] = address;
	headers['x-forwarded-proto'] = proto;
	headers['x-forwarded-host'] = host;
	if (requestId !== undefined) headers['x-request-id'] = requestId;
	if (region) delete headers[region.header];
	if (region?.value !== undefined) headers[region.header] = region.value;
	return Object.assign(headers, trace);
}

function oneLine(value: string | string[] | undefined): string | undefined {
	return Array.isArray(value) ? value.join(', ') : value;
}
