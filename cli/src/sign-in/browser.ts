import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import * as oauth from 'oauth4webapi';

import type { Credential } from '../credentials/credential.ts';
import { Failure } from '../failure.ts';
import { authentication, client, explainErrors, toCredential } from './authority.ts';
import type { Authority } from './authority.ts';

const timeoutMs = 10 * 60_000;

/** Signs in through a browser on this machine, which is redirected to a local port (RFC 8252). */
export async function signInByBrowser(
	apiUrl: string,
	{ server, options, resource }: Authority,
	show: (address: string, expiresAt: string) => void,
): Promise<Credential> {
	const verifier = oauth.generateRandomCodeVerifier();
	const state = oauth.generateRandomState();
	const listener = createServer();
	await new Promise<void>((resolve, reject) => {
		listener.once('error', reject).listen(0, '127.0.0.1', resolve);
	});
	const redirect = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
	const address = new URL(server.authorization_endpoint!);
	for (const [name, value] of Object.entries({
		client_id: client.client_id,
		redirect_uri: redirect,
		response_type: 'code',
		code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
		code_challenge_method: 'S256',
		state,
		resource,
	})) {
		address.searchParams.set(name, value);
	}
	try {
		show(address.href, new Date(Date.now() + timeoutMs).toISOString());
		const { callback, response: page } = await waitForCallback(listener, redirect, state);
		try {
			const tokens = await explainErrors(apiUrl, async () => {
				const parameters = oauth.validateAuthResponse(server, client, callback, state);
				const response = await oauth.authorizationCodeGrantRequest(
					server,
					client,
					authentication,
					parameters,
					redirect,
					verifier,
					{ ...options, additionalParameters: { resource } },
				);
				return oauth.processAuthorizationCodeResponse(server, client, response);
			});
			await sendPage(page, 200, 'You are signed in. You can close this window.');
			return toCredential(tokens);
		} catch (error) {
			await sendPage(page, 400, 'You are not signed in. The terminal shows why.');
			throw error;
		}
	} finally {
		listener.close();
		// Browsers open connections in advance, which would keep the process running.
		listener.closeAllConnections();
	}
}

// Any website can redirect a browser here: accept only a callback with our state.
function waitForCallback(
	listener: Server,
	redirect: string,
	state: string,
): Promise<{ callback: URL; response: ServerResponse }> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => {
			reject(
				new Failure('sign_in_expired', 'Nobody completed the sign-in in the browser.', {
					hint: 'On a machine without a browser, "feedback login --device" shows a code instead.',
					next: [['feedback', 'login', '--device']],
				}),
			);
		}, timeoutMs);
		listener.on('request', (request, response) => {
			const callback = new URL(request.url ?? '/', redirect);
			if (callback.pathname !== '/callback') {
				return void sendPage(response, 404, 'Not found.');
			}
			if (callback.searchParams.get('state') !== state) {
				return void sendPage(
					response,
					400,
					'This is not the sign-in that the terminal is waiting for.',
				);
			}
			clearTimeout(timer);
			resolve({ callback, response });
		});
	});
}

/** Resolves when the page is sent, or the connection closed. */
async function sendPage(response: ServerResponse, status: number, text: string): Promise<void> {
	response.writeHead(status, {
		'content-type': 'text/html; charset=utf-8',
		'content-security-policy': "default-src 'none'",
		'referrer-policy': 'no-referrer',
		connection: 'close',
	});
	response.end(`<!doctype html><html lang="en"><title>Feedback</title><p>${text}</p></html>\n`);
	await finished(response).catch(() => undefined);
}
