import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import * as oauth from 'oauth4webapi';

import type { Credential } from '../credentials/credential.ts';
import { Failure } from '../failure.ts';
import { authentication, client, explained, toCredential } from './authority.ts';
import type { Authority } from './authority.ts';

const patience = 10 * 60_000;

/** Signs in through a browser on this machine, which comes back to a port of ours (RFC 8252). */
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
		show(address.href, new Date(Date.now() + patience).toISOString());
		const { callback, answer } = await waitForCallback(listener, redirect, state);
		try {
			const tokens = await explained(apiUrl, async () => {
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
			await answerPage(answer, 200, 'You are signed in. You can close this window.');
			return toCredential(tokens);
		} catch (error) {
			await answerPage(answer, 400, 'You are not signed in. The terminal says why.');
			throw error;
		}
	} finally {
		listener.close();
		// Browsers open more connections than they use, and would keep this command waiting for those.
		listener.closeAllConnections();
	}
}

// A page elsewhere can send a browser here too: only an answer with our state counts.
function waitForCallback(
	listener: Server,
	redirect: string,
	state: string,
): Promise<{ callback: URL; answer: ServerResponse }> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => {
			reject(
				new Failure('sign_in_expired', 'Nobody completed the sign-in in the browser.', {
					hint: 'On a machine without a browser, "feedback login --device" shows a code instead.',
					next: [['feedback', 'login', '--device']],
				}),
			);
		}, patience);
		listener.on('request', (request, answer) => {
			const callback = new URL(request.url ?? '/', redirect);
			if (callback.pathname !== '/callback') {
				return void answerPage(answer, 404, 'Nothing is here.');
			}
			if (callback.searchParams.get('state') !== state) {
				return void answerPage(
					answer,
					400,
					'This answer does not belong to the sign-in that waits.',
				);
			}
			clearTimeout(timer);
			resolve({ callback, answer });
		});
	});
}

/** Resolves when the page is sent, or when nobody waits for it any more. */
async function answerPage(answer: ServerResponse, status: number, text: string): Promise<void> {
	answer.writeHead(status, {
		'content-type': 'text/html; charset=utf-8',
		'content-security-policy': "default-src 'none'",
		'referrer-policy': 'no-referrer',
		connection: 'close',
	});
	answer.end(`<!doctype html><html lang="en"><title>Feedback</title><p>${text}</p></html>\n`);
	await finished(answer).catch(() => undefined);
}
