import { routes } from '@feedback/contract';
import type { Route, RouteInput, RouteName, RouteOutput, Routes } from '@feedback/contract';

import { readJson, readStream } from './response.ts';
import { ApiError } from './api-error.ts';
import { toWire } from './request.ts';
import { pause, retry } from './retry.ts';
import type { Wait } from './retry.ts';

export type ClientOptions = {
	/** Address of the functions, without a trailing slash: `https://….supabase.co/functions/v1`. */
	apiUrl: string;
	/** Provides the bearer token, before every request; `null` sends none. */
	token: () => Promise<string | null>;
	/** Replaces the global `fetch`. */
	fetch?: typeof fetch;
	/** Milliseconds until a request without a response counts as `unreachable`. */
	timeout?: number;
	/** Waits between two attempts. */
	wait?: Wait;
};

export type CallOptions = {
	signal?: AbortSignal;
	/**
	 * Identifies a write, so that repeating it within 24 hours returns the first result. For routes that support it;
	 * by default the client generates a key for its own retries.
	 */
	idempotencyKey?: string;
	/** What a passkey signed after `presence_required`: the value of the header `Feedback-Presence`. */
	presence?: string;
};

type Arguments<Name extends RouteName> =
	Record<never, never> extends RouteInput<Name>
		? [input?: RouteInput<Name>, options?: CallOptions]
		: [input: RouteInput<Name>, options?: CallOptions];

/** Result of a method: parsed JSON, or the stream of a file. */
export type CallResult<Name extends RouteName> = Routes[Name] extends { stream: string }
	? ReadableStream<Uint8Array>
	: RouteOutput<Name>;

/** One method for each of the contract's routes, under the route's name. */
export type Client = {
	[Name in RouteName]: (...given: Arguments<Name>) => Promise<CallResult<Name>>;
};

/**
 * A client of the management API. Its methods reject with an `ApiError`, or with the signal's reason when
 * that is aborted. Reads and idempotent writes are tried up to three times when the error is transient; other writes
 * are sent once. Files are returned as a stream of bytes.
 *
 * @example
 * const client = createClient({ apiUrl: 'http://127.0.0.1:54321/functions/v1', token });
 * const { workspaces } = await client.whoami();
 * const { items, latest } = await client.listEvents({ site, limit: 20 }, { signal });
 */
export function createClient(options: ClientOptions): Client {
	const methods = Object.entries<Route>(routes).map(([name, route]) => [
		name,
		(input: object = {}, given: CallOptions = {}) =>
			call(options, route, input as Record<string, unknown>, given),
	]);
	return Object.fromEntries(methods) as Client;
}

/** Calls a route, which does not have to be in the contract's table. */
export async function call(
	options: ClientOptions,
	route: Route,
	input: Record<string, unknown>,
	{ signal, idempotencyKey, presence }: CallOptions = {},
): Promise<unknown> {
	const key = idempotencyKey ?? (route.idempotent && crypto.randomUUID());
	const once = () => attempt(options, route, input, { signal, key, presence });
	if (route.method === 'GET' || route.method === 'PUT' || key) {
		return retry(once, options.wait ?? pause, signal);
	}
	const outcome = await once();
	if ('error' in outcome) throw outcome.error;
	return outcome.result;
}

type Attempt = {
	signal: AbortSignal | undefined;
	key: string | undefined;
	presence: string | undefined;
};

async function attempt(
	{ apiUrl, token, fetch = globalThis.fetch, timeout = 15_000 }: ClientOptions,
	route: Route,
	input: Record<string, unknown>,
	{ signal, key, presence }: Attempt,
): Promise<{ result: unknown } | { error: ApiError; after: number | undefined }> {
	signal?.throwIfAborted();
	const { address, body } = toWire(route, `${apiUrl}/manage`, input);
	const bearer = await token();
	// The timeout ends with the response headers, since a file may take longer.
	const timedOut = new AbortController();
	const timer = setTimeout(() => timedOut.abort(), timeout);
	let after: number | undefined;
	try {
		const response = await fetch(address, {
			method: route.method,
			headers: {
				accept: route.stream ?? 'application/json',
				...(bearer !== null && { authorization: `Bearer ${bearer}` }),
				...(body !== undefined && { 'content-type': 'application/json' }),
				...(key !== undefined && { 'idempotency-key': key }),
				...(presence !== undefined && { 'feedback-presence': presence }),
			},
			...(body !== undefined && { body }),
			signal: signal ? AbortSignal.any([signal, timedOut.signal]) : timedOut.signal,
		});
		after = readRetryAfter(response);
		const result = route.stream ? readStream(response, route.stream) : readJson(response);
		return { result: await result };
	} catch (error) {
		signal?.throwIfAborted();
		if (error instanceof ApiError) return { error, after };
		return { error: unreachable(apiUrl, error), after };
	} finally {
		clearTimeout(timer);
	}
}

function unreachable(apiUrl: string, cause: unknown): ApiError {
	return new ApiError('unreachable', {
		status: 0,
		message: `The service at ${apiUrl} cannot be reached.`,
		cause,
	});
}

function readRetryAfter(response: Response): number | undefined {
	const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
	return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}
