// A real OpenID provider for tests. It signs the chosen account in without interaction.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import Provider from 'oidc-provider';

import { publicUrl, type TestBrowser } from './test-identity.ts';
import type { Identity } from '../../server/identity/identity.ts';

export type TestAccount = {
	sub: string;
	email: string;
	email_verified?: boolean;
	groups?: string[];
};

export type TestProvider = {
	issuer: string;
	port: number;
	/** The account that signs in next. */
	account: TestAccount;
	stop(): Promise<void>;
};

export const client = { clientId: 'feedback', clientSecret: 'a secret of the client' };

/** Starts a provider, on the given port to simulate its return after an outage. */
export async function startProvider(port = 0, id = 'acme'): Promise<TestProvider> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	const chosen = (server.address() as AddressInfo).port;
	const issuer = `http://127.0.0.1:${chosen}`;
	const running: TestProvider = {
		issuer,
		port: chosen,
		account: { sub: 'nobody', email: 'nobody@example.com' },
		stop: () => close(server),
	};
	const provider = new Provider(issuer, {
		clients: [
			{
				client_id: client.clientId,
				client_secret: client.clientSecret,
				redirect_uris: [`${publicUrl}/auth/callback/${id}`],
			},
		],
		claims: {
			openid: ['sub'],
			email: ['email', 'email_verified'],
			profile: ['name'],
			groups: ['groups'],
		},
		features: { devInteractions: { enabled: false } },
		interactions: { url: (_, { uid }) => `/interaction/${uid}` },
		findAccount: (_, sub) => ({
			accountId: sub,
			claims: () => Promise.resolve({ ...running.account, sub }),
		}),
		cookies: { keys: ['a key of the tests'] },
	});
	const answer = provider.callback();
	server.on('request', (request, response) => {
		if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
		void (async () => {
			const { params } = await provider.interactionDetails(request, response);
			const grant = new provider.Grant({
				accountId: running.account.sub,
				clientId: client.clientId,
			});
			grant.addOIDCScope(String(params['scope']));
			await provider.interactionFinished(request, response, {
				login: { accountId: running.account.sub },
				consent: { grantId: await grant.save() },
			});
		})();
	});
	return running;
}

function close(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}

/** Signs in through the provider, like a browser; resolves to the final URL in the dashboard. */
export async function signInByProvider(
	identity: Identity,
	browser: TestBrowser,
	id = 'acme',
): Promise<URL> {
	const started = await browser.post(identity, '/sign-in/social', {
		provider: id,
		callbackURL: `${publicUrl}/sites`,
		errorCallbackURL: `${publicUrl}/sign-in`,
	});
	if (started.status !== 200) throw new Error(JSON.stringify(started.body));
	const back = await followProvider(String(started.body['url']));
	const ended = await browser.get(identity, `/callback/${id}${back.search}`);
	return new URL(ended.headers.get('location') ?? 'about:blank');
}

/** Follows the redirects at the provider until the redirect back. */
export async function followProvider(address: string): Promise<URL> {
	const cookies = new Map<string, string>();
	let url = new URL(address);
	while (url.origin !== publicUrl) {
		const response = await fetch(url, {
			redirect: 'manual',
			headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
		});
		for (const line of response.headers.getSetCookie()) {
			const [name = '', value = ''] = line.split(';')[0]!.split(/=(.*)/s);
			cookies.set(name, value);
		}
		const location = response.headers.get('location');
		if (!location) throw new Error(`${url.href}: ${response.status} ${await response.text()}`);
		url = new URL(location, url);
	}
	return url;
}
