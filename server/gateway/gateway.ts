import { createGatewayApp } from './app.ts';
import { createHttpServer } from './http-server.ts';
import { listen } from './listen.ts';
import type { Upstreams } from './upstreams.ts';

export { bodyLimit } from './app.ts';

export type Gateway = {
	url: string;
	port: number;
	upstreams: Upstreams;
	/** Stops listening and closes open connections. */
	stop(): Promise<void>;
};

export type GatewayOptions = {
	port: number;
	/** Part of the answer of `/local/health`, which lets a second start recognise this one. */
	token: string;
	/** Upstreams that are already running, when the gateway restarts. */
	upstreams?: Upstreams;
};

/** Listens on one loopback port with hosted Supabase's paths: `/auth/v1/*` and `/functions/v1/*`. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
	const upstreams = options.upstreams ?? {};
	const app = createGatewayApp(upstreams, options.token);
	const server = createHttpServer(app, { maxHeaderSize: 32 * 1024 });
	server.keepAliveTimeout = 30_000;
	const { port, stop } = await listen(server, options.port);
	return { url: `http://127.0.0.1:${port}`, port, upstreams, stop };
}
