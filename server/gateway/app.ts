import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { limits, registryPath } from '@feedback/contract';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

import { normalizeAddress } from '../../supabase/functions/_shared/http/address.ts';
import { createOpenRequests } from '../../supabase/functions/_shared/http/open-requests.ts';
import { RetryLater } from '../../supabase/functions/_shared/http/reply.ts';
import { errorResponse } from './error-response.ts';
import { forward, type Target } from './forward.ts';
import { answerReadiness, cacheReadiness } from './health.ts';
import type { NodeEnv } from './http-server.ts';
import { type ReadSender, type Sender, withSender } from './sender.ts';
import type { Upstreams } from './upstreams.ts';

/** Largest request body of any target, in bytes. */
export const bodyLimit = 2 * 1024 * 1024;

// What is incomplete waits in memory, so bodies that visitors wait behind are smaller. The targets' own limits are half
// of these, and their refusals say more.
const ingestLimits: Record<string, number> = {
	sdk: 2 * limits.request.bytes,
	events: 2 * limits.backend.bytes,
};
const bodyLimits: Record<Exclude<Target['name'], 'ingest'>, number> = {
	functions: bodyLimit,
	pictures: bodyLimit,
	identity: 2 * limits.request.bytes,
	files: limits.request.bytes,
	documentation: limits.request.bytes,
};

// The functions enforce their own deadlines, so these only catch a process that hangs. The SDK waits five seconds.
const sdkDeadlineMs = limits.request.deadline + 500;
const defaultDeadlineMs = 15_000;

// Paths of the functions that visitors and backends report to.
const isIngest = /^\/(sdk|events)(?=[/?]|$)/;

// Their bodies are large, so they have their own share of the memory.
const isUpload = /^\/screenshots(?=[/?]|$)/;

/** Starts the trace of a request, which ends with its response. Returns the headers that continue it. */
export type StartTrace = (
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	sender: Sender,
) => Record<string, string>;

export type GatewayApp = {
	upstreams: Upstreams;
	/** Lets `/local/health` identify this gateway, so that a second start recognises it. */
	token: string;
	readSender: ReadSender;
	isDraining(): boolean;
	/** URL of the documentation. Requests for its host are forwarded to `upstreams.docsPort`. */
	docsUrl?: string | undefined;
	/** Milliseconds that a request to the functions may wait while they start. */
	startWaitMs: number;
	/** Begins the trace of a forwarded request; returns the headers that continue it. */
	startTrace?: StartTrace | undefined;
};

/** The gateway's routes. */
export function createGatewayApp(options: GatewayApp): Hono<NodeEnv> {
	const { upstreams, readSender } = options;
	const app = new Hono<NodeEnv>();
	const search = createOpenRequests(Date.now);
	app.get('/healthz', (c) => c.text('ok\n', 200, { 'cache-control': 'no-store' }));
	const findUnready = cacheReadiness(
		async () => (await upstreams.findUnready?.()) ?? ['functions'],
	);
	app.get('/readyz', async (c) => {
		const unready = options.isDraining() ? ['gateway'] : await findUnready();
		return answerReadiness(c, unready, upstreams.findImpaired?.());
	});
	if (options.docsUrl) app.use(serveDocs(options.docsUrl));

	app.all('/functions/v1/:path{.+}', (c) => toFunctions(c, pathAfter('/functions/v1', c.req.url)));
	// Clients look for the metadata of `{origin}/functions/v1/oauth` at the root of the origin (RFC 8414 §3,
	// RFC 9728 §3). Hosted Supabase has nothing there.
	for (const name of ['oauth-authorization-server', 'openid-configuration']) {
		app.all(`/.well-known/${name}/functions/v1/oauth`, (c) =>
			toFunctions(c, `/oauth/.well-known/${name}`),
		);
	}
	// With and without a slash at the end: the metadata names the address that the client calls.
	for (const slash of ['', '/']) {
		app.all(`/.well-known/oauth-protected-resource/functions/v1/:resource{\\w+}${slash}`, (c) => {
			const name = `${c.req.param('resource')}${slash}`;
			return toFunctions(c, `/oauth/.well-known/oauth-protected-resource/${name}`);
		});
	}

	// Discovery tools search the root of the origin for a host's MCP servers, and for the card of its only server.
	app.all('/.well-known/mcp/catalog.json', (c) =>
		toFunctions(c, '/mcp/.well-known/mcp/catalog.json'),
	);
	app.all('/.well-known/mcp/server-card.json', (c) => toFunctions(c, '/mcp/server-card'));

	// A server has either `auth` or the identity service.
	app.all('/auth/:path{.+}', (c) => {
		const { auth, identityPort: port } = upstreams;
		if (!auth && port === undefined) return starting('Auth');
		const isSupabase = c.req.path.startsWith('/auth/v1/');
		if (isSupabase && auth) return auth(fromSender(c));
		if (isSupabase || port === undefined) return toDashboard(c);
		return toPort(c, { name: 'identity', port, path: pathAfter('', c.req.url) });
	});

	app.all(`${registryPath}*`, (c) =>
		upstreams.packagesPort === undefined
			? c.json({ error: 'Not found' }, 404)
			: toFiles(c, upstreams.packagesPort),
	);

	app.get('/local/health', async (c, next) => {
		const isKnown = c.req.query('token') === options.token;
		if (!isKnown && !upstreams.local) return next();
		c.header('cache-control', 'no-store');
		const parts = (await upstreams.parts?.()) ?? {};
		return c.json({ ...(isKnown && { token: options.token }), parts });
	});
	// Readable from other origins, such as the dashboard's port, by pages that know the key.
	app.get('/local/*', cors(), async (c) => {
		const document = await upstreams.local?.(new URL(c.req.url));
		if (document === undefined) return errorResponse('not_found', 'There is no such address.');
		c.header('cache-control', 'no-store');
		return document instanceof Response ? document : c.json(document);
	});
	app.all('/local/*', () => errorResponse('method_not_allowed', 'The address takes GET only.'));

	app.notFound(toDashboard);
	app.onError(() => errorResponse('internal', 'The gateway failed.'));

	async function toFunctions(c: Context<NodeEnv>, path: string): Promise<Response> {
		if (upstreams.starting) {
			const late = wait(options.startWaitMs, undefined, { ref: false });
			await Promise.race([upstreams.starting, late]);
		}
		const { ingest, functionsPort } = upstreams;
		const isVisitors = ingest && isIngest.test(path);
		const name = isVisitors ? 'ingest' : isUpload.test(path) ? 'pictures' : 'functions';
		const port = isVisitors ? ingest.port : functionsPort;
		if (port === undefined) return starting(name);
		return toPort(c, { name, port, path });
	}

	function toPort(
		{ env }: Context<NodeEnv>,
		target: Pick<Target, 'name' | 'port' | 'path'>,
		sender = readSender(env.incoming),
	): Response {
		const deadlineMs = target.path.startsWith('/sdk/') ? sdkDeadlineMs : defaultDeadlineMs;
		const isTraced = target.name !== 'files';
		const headers = isTraced ? options.startTrace?.(env.incoming, env.outgoing, sender) : undefined;
		const limit =
			target.name === 'ingest'
				? ingestLimits[target.path.split(/[/?]/, 2)[1]!]!
				: bodyLimits[target.name];
		forward({ ...target, limit, deadlineMs, sender, headers }, env.incoming, env.outgoing);
		return RESPONSE_ALREADY_SENT;
	}

	function serveDocs(url: string): MiddlewareHandler<NodeEnv> {
		const { host } = new URL(url);
		return async (c, next) => {
			const sender = readSender(c.env.incoming);
			if (sender.requestedHost !== host) return next();
			const port = upstreams.docsPort;
			if (port === undefined) return starting('documentation');
			if (c.req.path === '/search') {
				try {
					const end = search.begin(normalizeAddress(sender.address) ?? 'unknown', c.req.raw);
					c.env.outgoing.once('close', end);
				} catch (error) {
					if (!(error instanceof RetryLater)) throw error;
					const refused = errorResponse('rate_limited', error.message);
					refused.headers.set('retry-after', String(error.seconds));
					return refused;
				}
			}
			const target = { name: 'documentation', port, path: pathAfter('', c.req.url) } as const;
			return toPort(c, target, { ...sender, host });
		};
	}

	function toDashboard(c: Context<NodeEnv>): Response {
		return upstreams.dashboardPort === undefined
			? errorResponse('not_found', 'The gateway answers /auth/v1/* and /functions/v1/*.')
			: toFiles(c, upstreams.dashboardPort);
	}

	function toFiles(c: Context<NodeEnv>, port: number): Response {
		return toPort(c, { name: 'files', port, path: pathAfter('', c.req.url) });
	}

	function fromSender({ env, req }: Context<NodeEnv>): Request {
		const headers = withSender(Object.fromEntries(req.raw.headers), readSender(env.incoming));
		return new Request(req.raw, { headers });
	}

	return app;
}

function starting(part: string): Response {
	return unavailable(`The ${part} part is starting`);
}

function unavailable(what: string): Response {
	return errorResponse('unavailable', `${what}; try again shortly.`);
}

/** The rest of the URL after a prefix of its path, still encoded, with the query. */
function pathAfter(prefix: string, url: string): string {
	return url.slice(url.indexOf('/', url.indexOf('//') + 2) + prefix.length);
}
