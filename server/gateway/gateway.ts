import { limits } from '@feedback/contract';

import { type StartTrace, createGatewayApp } from './app.ts';
import { type DrainOptions, prepareDrain } from './drain.ts';
import { createHttpServer } from './http-server.ts';
import { limitConnections } from './limit-connections.ts';
import { type ListenAddress, listen } from './listen.ts';
import { type Observe, observeRequests } from './observe-requests.ts';
import { createReadSender } from './sender.ts';
import { parseTrustedProxies } from './trusted-proxies.ts';
import type { Upstreams } from './upstreams.ts';

export { bodyLimit } from './app.ts';

export type Gateway = {
	/** Address for clients on this machine. */
	url: string;
	port: number;
	upstreams: Upstreams;
	/**
	 * Stops accepting connections, finishes the requests in progress, and closes; see `DrainOptions`. Safe to repeat.
	 */
	drain(options: DrainOptions): Promise<void>;
	/** Stops listening and closes open connections. */
	stop(): Promise<void>;
};

/** Settings that an operator can change. */
export type GatewaySettings = {
	/** A port of loopback, a host and port, or a socket that the parent process opened. */
	listen: ListenAddress;
	/** Address under which browsers reach the service, such as `https://feedback.example.com`. */
	publicUrl?: string | undefined;
	/** Addresses and ranges of proxies whose forwarding headers count, such as `['10.0.0.0/8']`. None by default. */
	trustedProxies?: readonly string[] | undefined;
	/** Name of the header in which trusted proxies send the visitor's country, in lower case. */
	regionHeader?: string | undefined;
	/** URL of the documentation. Requests for its host are forwarded to the documentation server. */
	docsUrl?: string | undefined;
	/**
	 * Maximum number of simultaneous connections; further connections are closed. An address that is neither a
	 * proxy nor this machine may have an eighth of them.
	 */
	maxConnections?: number | undefined;
	/** Milliseconds from a request's first byte until it must be complete. */
	requestTimeoutMs?: number | undefined;
	/** Milliseconds that a request may wait while the server starts; after that, the response is 503. */
	startWaitMs?: number | undefined;
};

export type GatewayOptions = GatewaySettings & {
	/** Lets `/local/health` identify this gateway, so that a second start recognises it. */
	token: string;
	/** Upstreams that are already running, when the gateway restarts. */
	upstreams?: Upstreams;
	/** Called for each request that has completed or was aborted. */
	observe?: Observe | undefined;
	startTrace?: StartTrace | undefined;
};

const defaults = {
	maxConnections: 4_096,
	requestTimeoutMs: 10_000,
	startWaitMs: limits.request.deadline,
};
// Longer than proxies reuse an idle connection, so that they close it first. Otherwise a request could be sent on a
// connection that the gateway is just closing, and be lost.
const keepAliveMs = 75_000;

/** Serves hosted Supabase's paths, `/auth/v1/*` and `/functions/v1/*`, and the other paths of a Feedback server. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
	const { requestTimeoutMs, maxConnections, startWaitMs } = { ...defaults, ...definedOf(options) };
	const upstreams = options.upstreams ?? {};
	const proxies = parseTrustedProxies(options.trustedProxies ?? []);
	const readSender = createReadSender(proxies, options);
	const { token, docsUrl, startTrace } = options;
	const isDraining = () => draining.isDraining();
	const app = createGatewayApp({
		upstreams,
		readSender,
		token,
		docsUrl,
		startTrace,
		startWaitMs,
		isDraining,
	});
	const server = createHttpServer(app, {
		maxHeaderSize: 32 * 1024,
		headersTimeout: requestTimeoutMs,
		requestTimeout: requestTimeoutMs,
		connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
		keepAliveTimeout: keepAliveMs,
	});
	server.maxConnections = maxConnections;
	limitConnections(
		server,
		Math.ceil(maxConnections / 8),
		(address) => address === '127.0.0.1' || address === '::1' || proxies.includes(address),
	);
	if (options.observe) observeRequests(server, options.observe);
	const draining = prepareDrain(server);
	const { url, port, stop } = await listen(server, options.listen);
	return { url, port, upstreams, drain: draining.drain, stop };
}

function definedOf<Options extends object>(options: Options): Options {
	return Object.fromEntries(
		Object.entries(options).filter(([, value]) => value !== undefined),
	) as Options;
}
