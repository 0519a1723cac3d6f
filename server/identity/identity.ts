import { isIP } from 'node:net';

import { checkJson, errors, limits, parseJson, type ServiceError } from '@feedback/contract';

import { AskingBrowser, askingBrowser } from './asking-browser.ts';
import { addressHeader, createBetterAuth } from './better-auth.ts';
import { createPasswordQueues, limitGuesses } from './guesses.ts';
import { openIdentityDatabase } from './identity-database.ts';
import type { IdentityOptions } from './identity-options.ts';
import type { OfferedMethods } from './identity-plugin.ts';
import { MailQueue } from './mail-queue.ts';
import { createSmtpTransport } from './mail-transport.ts';
import { Providers } from './providers.ts';
import { refuse, refuseRate, withCookie, withHeaders, withoutBody } from './responses.ts';
import { isServed } from './served-paths.ts';
import { requireSecret } from './token-keys.ts';
import { listOrigins } from './trusted-origins.ts';

/** Signs people in: serves `/auth/*`. */
export type Identity = {
	/**
	 * Responds to a request whose path starts with `/auth/`.
	 *
	 * @param address network address of the sender, as the gateway found it; the request's own headers are not trusted
	 */
	handle(request: Request, address: string): Promise<Response>;
	/** Sends the queued messages, and closes the connections to the database. */
	stop(): Promise<void>;
};

/**
 * Starts the identity service over a migrated database. Rejects with `OtherSecret` when the keys of access tokens were
 * encrypted with a different secret, and when an option is not valid.
 */
export async function startIdentity(options: IdentityOptions): Promise<Identity> {
	const publicUrl = options.publicUrl.replace(/\/+$/, '');
	const dashboardUrl = (options.dashboardUrl ?? publicUrl).replace(/\/+$/, '');
	const origins = listOrigins(dashboardUrl);
	const pool = openIdentityDatabase(options.databaseUrl, options.databaseCa);
	const { mail: given } = options;
	const transport = given && ('send' in given ? given : createSmtpTransport(given));
	const mail = transport && new MailQueue(transport, options.log);
	const providers = new Providers(options.providers, options.log);
	const means = {
		pool,
		mail,
		providers,
		dashboardUrl,
		passwords: createPasswordQueues(),
		options: { ...options, publicUrl },
		offered: listOffered(options, dashboardUrl),
	};
	let auth = createBetterAuth(means);
	try {
		await providers.findAll();
		auth = createBetterAuth(means);
		await requireSecret(auth);
	} catch (error) {
		await pool.end();
		throw error;
	}

	async function answer(request: Request, address: string): Promise<Response> {
		const url = new URL(request.url);
		const path = url.pathname.replace(/^\/auth/, '');
		if (!isServed(request.method, path))
			return refuse(404, 'not_found', 'There is no such address.');
		const body = request.method === 'POST' ? await request.text() : undefined;
		const excess = body === undefined ? undefined : findExcess(body);
		if (excess) return refuse(errors[excess.code].status, excess.code, excess.message);
		const provider = providerOf(path, body);
		if (provider !== undefined) {
			if (await providers.find(provider)) auth = createBetterAuth(means);
			if (providers.get(provider) && !providers.isFound(provider)) {
				return refuse(503, 'provider_unavailable', 'This way to sign in does not answer just now.');
			}
		}
		const headers = new Headers(request.headers);
		headers.delete(addressHeader);
		if (isIP(address) !== 0) headers.set(addressHeader, address);
		const browser = new AskingBrowser(
			request,
			means.options,
			isIP(address) === 0 ? undefined : address,
		);
		const checked = () =>
			askingBrowser.run(browser, () =>
				auth.handler(
					new Request(`${publicUrl}/auth${path}${url.search}`, {
						method: request.method,
						headers,
						...(body !== undefined && { body }),
					}),
				),
			);
		const type = request.headers.get('content-type') ?? '';
		const response = await limitGuesses(means, browser, { path, type, body }, async () => {
			const checkedResponse = await checked();
			return checkedResponse.status === 429 ? refuseRate(checkedResponse) : checkedResponse;
		});
		const answered = isSignIn(path) && response.ok ? withoutBody(response) : response;
		const cookie = body === undefined ? undefined : browser.setCookie;
		return cookie === undefined ? answered : withCookie(answered, cookie);
	}

	return {
		async handle(request, address) {
			const origin = request.headers.get('origin');
			const isOurs = origin !== null && origins.includes(origin);
			const response =
				request.method === 'OPTIONS'
					? new Response(null, { status: 204 })
					: await answer(request, address).catch((error: unknown) => {
							options.log(`identity: ${(error as Error).message}`, 'error');
							return refuse(503, 'unavailable', 'Signing in is not possible just now.');
						});
			return withHeaders(response, isOurs ? origin : undefined);
		},
		async stop() {
			await mail?.drain();
			await pool.end();
		},
	};
}

function listOffered(
	{ methods, mail, providers }: IdentityOptions,
	dashboardUrl: string,
): OfferedMethods {
	const host = new URL(dashboardUrl).hostname.replace(/^\[|\]$/g, '');
	return {
		email: methods.email && mail !== undefined,
		password: methods.password,
		// Browsers create passkeys for host names only, not for IP addresses.
		passkeys: methods.passkeys && isIP(host) === 0,
		mail: mail !== undefined,
		providers: providers.map(({ id, name }) => ({ id, name })),
	};
}

/** The limit that a body exceeds, before anything parses it. */
function findExcess(body: string): ServiceError | undefined {
	try {
		checkJson(body, limits.request);
		return undefined;
	} catch (error) {
		return error as ServiceError;
	}
}

/** The provider that a request wants to use. */
function providerOf(path: string, body: string | undefined): string | undefined {
	if (path.startsWith('/callback/')) return path.slice('/callback/'.length);
	if (path !== '/sign-in/social') return undefined;
	try {
		const { provider } = parseJson(body ?? '', limits.request) as { provider?: unknown };
		return typeof provider === 'string' ? provider : undefined;
	} catch {
		return undefined;
	}
}

// Their responses contain the session token, but only the cookie may contain it.
function isSignIn(path: string): boolean {
	const isForm = path === '/sign-in/email' || path === '/sign-in/email-otp';
	return isForm || path === '/passkey/verify-authentication';
}
