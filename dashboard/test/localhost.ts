// A service whose dashboard runs at localhost: browsers accept passkeys only for host names.
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright';

import { standInPart } from '../../testing/auth/stand-in-part.ts';
import { identityPart } from '../../server/stack/identity-part.ts';
import type { SignInPart } from '../../server/stack/sign-in-part.ts';
import { openPage, startEnvironment, type OwnEnvironment } from './environment.ts';

export type AtLocalhost = {
	environment: OwnEnvironment;
	url: string;
	open(
		options?: BrowserContextOptions,
	): Promise<{ page: Page; context: BrowserContext; consoleErrors: string[] }>;
};

const parts: Record<SignInPart['kind'], SignInPart> = {
	feedback: identityPart,
	supabase: standInPart,
};

/** Starts a service with a demo and these variables of the functions. */
export async function startAtLocalhost(
	auth: SignInPart['kind'],
	variables: Record<string, string> = {},
): Promise<AtLocalhost> {
	// Read after the sign-in has started, which knows the port.
	const given = { ...variables };
	const signIn: SignInPart = {
		kind: auth,
		start(context) {
			const dashboardUrl = nameHost(context.dashboardUrl);
			given['FEEDBACK_DASHBOARD_URL'] = dashboardUrl;
			return parts[auth].start({ ...context, dashboardUrl });
		},
	};
	const environment = await startEnvironment({ auth, signIn, environment: given });
	const url = nameHost(environment.url);
	return {
		environment,
		url,
		async open(options = {}) {
			const localStorage = [{ name: 'feedback-demo-key', value: environment.stack.demoKey! }];
			const opened = await openPage(environment, {
				baseURL: url,
				// The policy of the pages names 127.0.0.1; connect.test.ts checks it.
				bypassCSP: true,
				storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
				...options,
			});
			await opened.context.route('**/config.json', async (route) => {
				// A page that was left does not need the response.
				const response = await route.fetch().catch(() => undefined);
				const body = await response?.text().catch(() => undefined);
				if (body !== undefined) await route.fulfill({ response: response!, body: nameHost(body) });
			});
			return opened;
		},
	};
}

function nameHost(text: string): string {
	return text.replaceAll('127.0.0.1', 'localhost');
}
