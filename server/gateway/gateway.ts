import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';

import { limits } from '@feedback/contract';

import { forward } from './forward.ts';
import { listen } from './listen.ts';
import { pathOf, readBody, toRequest, writeResponse } from './messages.ts';
import { refuse } from './refusal.ts';

/** The parts behind the gateway, as they come up; an absent one is answered with 503. */
export type Behind = {
	auth?: (request: Request) => Promise<Response>;
	/** Loopback port of the Deno process. */
	functionsPort?: number | undefined;
	/** More answers under `/local/`; undefined for an address that does not exist. */
	local?: (address: URL) => unknown;
	/** What `/local/health` says of the parts. */
	parts?: () => Promise<Record<string, string>>;
};

export type Gateway = {
	url: string;
	port: number;
	behind: Behind;
	/** Stops listening and cuts what is still open. */
	stop(): Promise<void>;
};

export type GatewayOptions = {
	port: number;
	/** Answered by `/local/health`, so that a second start recognises this one. */
	token: string;
	/** Parts that are up already, when the gateway itself comes back. */
	behind?: Behind;
};

/** Largest body that passes, in bytes. The functions' own limits are far smaller. */
export const bodyLimit = 2 * 1024 * 1024;

// The functions answer in time by themselves: these are for a process that hangs. The SDK waits for five seconds.
const sdkDeadlineMs = limits.request.deadline + 500;
const deadlineOfOthersMs = 15_000;

/** One loopback port with hosted Supabase's paths: `/auth/v1/*` and `/functions/v1/*`. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
	const behind = options.behind ?? {};
	const server = createServer({ maxHeaderSize: 32 * 1024 }, (request, response) => {
		route(behind, options.token, request, response).catch((error: unknown) => {
			if (response.headersSent) response.destroy();
			else if (error instanceof TypeError)
				refuse(response, 400, 'invalid_request', 'The request is not valid.');
			else refuse(response, 500, 'internal', 'The gateway failed.');
		});
	});
	server.keepAliveTimeout = 30_000;
	const { port, stop } = await listen(server, options.port);
	return { url: `http://127.0.0.1:${port}`, port, behind, stop };
}

async function route(
	behind: Behind,
	token: string,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const path = pathOf(request);
	if (path === undefined) return refuse(response, 400, 'invalid_request', 'The path is not valid.');
	if (path.startsWith('/functions/v1/')) {
		const asked = (request.url ?? '/').slice('/functions/v1'.length);
		return toFunctions(behind, asked, request, response);
	}
	if (path.startsWith('/auth/v1/')) return toAuth(behind, request, response);
	if (path.startsWith('/local/')) return local(path, behind, token, request, response);
	const document = findDocument(path);
	if (document) return toFunctions(behind, document, request, response);
	refuse(response, 404, 'not_found', 'The gateway answers /auth/v1/* and /functions/v1/*.');
}

/**
 * Clients that look for the metadata of `{origin}/functions/v1/oauth` begin at the root of the origin, with the
 * rest of the path behind (RFC 8414 §3, RFC 9728 §3). Hosted Supabase has nothing there.
 */
function findDocument(path: string): string | undefined {
	const [, server, resource] =
		/^\/\.well-known\/(?:(oauth-authorization-server|openid-configuration)\/functions\/v1\/oauth|oauth-protected-resource\/functions\/v1\/(\w+))$/.exec(
			path,
		) ?? [];
	if (server) return `/oauth/.well-known/${server}`;
	return resource && `/oauth/.well-known/oauth-protected-resource/${resource}`;
}

function toFunctions(
	behind: Behind,
	path: string,
	request: IncomingMessage,
	response: ServerResponse,
): void {
	if (behind.functionsPort === undefined) return notReady(response, 'functions');
	const deadlineMs = path.startsWith('/sdk/') ? sdkDeadlineMs : deadlineOfOthersMs;
	forward({ port: behind.functionsPort, path, limit: bodyLimit, deadlineMs }, request, response);
}

async function toAuth(
	behind: Behind,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	if (!behind.auth) return notReady(response, 'Auth');
	const body = await readBody(request, bodyLimit);
	if (body === 'too large')
		return refuse(response, 413, 'body_too_large', 'The body is too large.');
	const answer = await beforeDeadline(behind.auth(toRequest(request, body)));
	if (answer) return writeResponse(answer, response);
	refuse(response, 503, 'unavailable', 'Auth does not answer; try again shortly.');
}

async function local(
	path: string,
	behind: Behind,
	token: string,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const answer =
		path === '/local/health'
			? { token, parts: (await behind.parts?.()) ?? {} }
			: behind.local?.(new URL(request.url ?? '/', 'http://127.0.0.1'));
	if (answer === undefined) {
		return refuse(response, 404, 'not_found', 'There is no such address.');
	}
	if (request.method !== 'GET') {
		return refuse(response, 405, 'method_not_allowed', 'The address takes GET only.');
	}
	const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
	// Readable by pages of other origins, such as the dashboard's port: those that know the key.
	const readable = path === '/local/health' ? {} : { 'access-control-allow-origin': '*' };
	response.writeHead(200, { ...headers, ...readable }).end(`${JSON.stringify(answer)}\n`);
}

async function beforeDeadline(answer: Promise<Response>): Promise<Response | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(resolve, sdkDeadlineMs, undefined);
	});
	try {
		return await Promise.race([answer, late]);
	} finally {
		clearTimeout(timer);
	}
}

function notReady(response: ServerResponse, part: string): void {
	refuse(response, 503, 'unavailable', `The ${part} part is starting; try again shortly.`);
}
