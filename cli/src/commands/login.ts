import { z } from 'zod';

import type { Client } from '@feedback/client';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Credential } from '../credentials/credential.ts';
import { option } from '../describe.ts';
import { Failure } from '../failure.ts';
import { cleanLine } from '../output/clean.ts';
import { count } from '../output/more.ts';
import type { Authority } from '../sign-in/authority.ts';
import type { DeviceChallenge } from '../sign-in/device.ts';
import { hasBrowser, openBrowser } from '../sign-in/open-browser.ts';

export const login = defineCommand({
	name: 'login',
	summary: 'Sign in, through a browser or with a code.',
	need: 'nothing',
	stream: true,
	options: z.object({
		browser: option(z.boolean().default(false), 'Through a browser on this machine.'),
		device: option(z.boolean().default(false), 'With a code, in a browser anywhere.'),
	}),
	output: z.object({
		api_url: z.string(),
		email: z.string().nullable(),
		connection: z.string().nullable(),
		sites: z.array(z.string()),
		/** Storage of the sign-in. */
		kept_in: z.enum(['keychain', 'file']),
	}),
	examples: [
		{ text: 'Sign in: a browser opens, or a code is shown where there is none', line: 'login' },
		{ text: 'On a server', line: 'login --device' },
		{ text: 'For a program: the code arrives as JSON', line: 'login --device --json' },
	],
	async run({ browser, device }, context) {
		if (browser && device) {
			throw new Failure('usage', '--browser and --device do not go together.', {
				next: [['feedback', 'login', '--help']],
			});
		}
		const apiUrl = context.settings.api_url.value;
		const { discoverAuthority } = await import('../sign-in/authority.ts');
		const authority = await discoverAuthority(apiUrl);
		const inBrowser = browser || (!device && context.ask !== undefined && hasBrowser(context.env));
		const credential = inBrowser
			? await throughBrowser(apiUrl, authority, context)
			: await withCode(apiUrl, authority, context);
		const store = await context.caller.store();
		store.write(apiUrl, credential);
		warnAboutOthers(context, store.name);
		const { email, connection } = await whoami(apiUrl, credential);
		return {
			api_url: apiUrl,
			email,
			connection: connection?.name ?? null,
			sites: connection?.sites ?? [],
			kept_in: store.name,
		};
	},
	render: ({ api_url, email, sites, kept_in }, paint) =>
		[
			`${paint.green('✓')} Signed in at ${api_url}${email ? ` as ${cleanLine(email)}` : ''}, for ${count(sites.length, 'site')}.`,
			paint.dim(
				kept_in === 'keychain'
					? "Stored in the system's keychain."
					: 'Stored in a file that only you can read.',
			),
		].join('\n'),
});

async function throughBrowser(
	apiUrl: string,
	authority: Authority,
	context: Context,
): Promise<Credential> {
	const { signInByBrowser } = await import('../sign-in/browser.ts');
	return signInByBrowser(apiUrl, authority, (address, expiresAt) => {
		if (context.structured) {
			context.report({
				type: 'authorization_required',
				verification_uri: address,
				verification_uri_complete: address,
				user_code: null,
				expires_at: expiresAt,
				interval: null,
			});
		}
		context.progress(`If the browser does not open, sign in here:\n${address}`);
		openBrowser(address, context.env);
	});
}

async function withCode(
	apiUrl: string,
	authority: Authority,
	context: Context,
): Promise<Credential> {
	const { signInByDevice } = await import('../sign-in/device.ts');
	return signInByDevice(apiUrl, authority, (challenge: DeviceChallenge) => {
		if (context.structured) context.report({ type: 'authorization_required', ...challenge });
		context.progress(
			[
				`Open ${challenge.verification_uri} in any browser and enter the code`,
				`\n    ${challenge.user_code}\n`,
				`or open ${challenge.verification_uri_complete} and compare the code. Waiting.`,
			].join('\n'),
		);
	});
}

// With the new token: `context.client` may use FEEDBACK_TOKEN.
async function whoami(apiUrl: string, { access_token: token }: Credential) {
	const { createClient } = await import('@feedback/client');
	const client: Client = createClient({ apiUrl, token: () => Promise.resolve(token) });
	return client.whoami();
}

function warnAboutOthers({ env, progress }: Context, store: 'keychain' | 'file'): void {
	if (env['FEEDBACK_TOKEN']) {
		progress('FEEDBACK_TOKEN is set: commands use it instead of this sign-in.');
	}
	if (store === 'file' && env['FEEDBACK_KEYRING'] !== '0') {
		progress('There is no keychain here: the sign-in is stored in a file that only you can read.');
	}
}
