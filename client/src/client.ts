import { routes } from '@feedback/contract';
import type { Route, RouteInput, RouteName, RouteOutput, Routes } from '@feedback/contract';

import { readAnswer, readStream } from './answer.ts';
import { ApiError } from './api-error.ts';
import { toWire } from './request.ts';
import { pause, retry } from './retry.ts';
import type { Wait } from './retry.ts';

export type ClientOptions = {
	/** Address of the functions, without a slash at the end: `https://….supabase.co/functions/v1`. */
	apiUrl: string;
	/** The bearer token of the caller, asked for before every request; `null` sends none. */
	token: () => Promise<string | null>;
	/** Instead of the global one. */
	fetch?: typeof fetch;
	/** Milliseconds until an unanswered request counts as `unreachable`. */
	timeout?: number;
	/** How to wait between two attempts. */
	wait?: Wait;
};

export type CallOptions = {
	signal?: AbortSignal;
	/**
	 * Names one write, so that repeating it within 24 hours answers as the first time. For routes that take
	 * one; without it the client makes one up for its own attempts.
	 */
	idempotencyKey?: string;
};

type Arguments<Name extends RouteName> =
	Record<never, never> extends RouteInput<Name>
		? [input?: RouteInput<Name>, options?: CallOptions]
		: [input: RouteInput<Name>, options?: CallOptions];

/** What a method resolves to: JSON that was parsed, or the bytes of a file as they arrive. */
export type CallResult<Name extends RouteName> = Routes[Name] extends { stream: string }
	? ReadableStream<Uint8Array>
	: RouteOutput<Name>;

/** One method for each of the contract's routes, under the route's name. */
export type Client = {
	[Name in RouteName]: (...given: Arguments<Name>) => Promise<CallResult<Name>>;
};

/**
 * A client of the management API. Its methods reject with an `ApiError`, or with the signal's reason when
 * that is aborted. Reads, and writes that may safely be repeated, are tried up to three times while the
 * error may pass; other writes are sent once. Files arrive as a stream of bytes.
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

/** Calls one route, which need not be in the contract's table. */
export async function call(
	options: ClientOptions,
	route: Route,
	input: Record<string, unknown>,
	{ signal, idempotencyKey }: CallOptions = {},
): Promise<unknown> {
	const key = idempotencyKey ?? (route.idempotent && crypto.randomUUID());
	const once = () => attempt(options, route, input, { signal, key });
	if (route.method === 'GET' || route.method === 'PUT' || key) {
		return retry(once, options.wait ?? pause, signal);
	}
	const outcome = await once();
	if ('error' in outcome) throw outcome.error;
	return outcome.result;
}

type Attempt = { signal: AbortSignal | undefined; key: string | undefined };

async function attempt(
	{ apiUrl, token, fetch = globalThis.fetch, timeout = 15_000 }: ClientOptions,
	route: Route,
	input: Record<string, unknown>,
	{ signal, key }: Attempt,
): Promise<{ result: unknown } | { error: ApiError; after: number | undefined }> {
	signal?.throwIfAborted();
	const { address, body } = toWire(route, `${apiUrl}/manage`, input);
	const bearer = await token();
	// Only until the answer begins: a file may take its time.
	const slow = new AbortController();
	const timer = setTimeout(() => slow.abort(), timeout);
	let after: number | undefined;
	try {
		const response = await fetch(address, {
			method: route.method,
			headers: {
				accept: route.stream ?? 'application/json',
				...(bearer !== null && { authorization: `Bearer ${bearer}` }),
				...(body !== undefined && { 'content-type': 'application/json' }),
				...(key !== undefined && { 'idempotency-key': key }),
			},
			...(body !== undefined && { body }),
			signal: signal ? AbortSignal.any([signal, slow.signal]) : slow.signal,
		});
		after = readRetryAfter(response);
		const result = route.stream ? readStream(response, route.stream) : readAnswer(response);
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
