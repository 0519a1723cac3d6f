import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';

import { mintSecret } from '../_shared/secrets/keyring.ts';
import { runFunctions } from '../../../server/functions/functions.ts';
import { startGateway } from '../../../server/gateway/gateway.ts';
import { join, jwtSecret, signIn, type TestPerson } from './people.ts';
import { openSites, type TestSite, type TestSites } from './sites.ts';

export type FrontDoor = {
	/** Root of the gateway. */
	url: string;
	apiUrl: string;
	sites: TestSites;
	site: TestSite;
	person: TestPerson;
	/** Calls the management API as the person. */
	manage(path: string, body?: unknown): Promise<Record<string, unknown>>;
	/** Approves an authorization URL in the person's browser: resolves to the URL of the final redirect. */
	approve(authorization: string | URL): Promise<URL>;
	end(): Promise<void>;
};

/** The functions under the real Deno behind the real gateway, with a person who has a site. */
export async function openFrontDoor(): Promise<FrontDoor> {
	const sites = await openSites();
	const cache = await mkdtemp(joinPath(tmpdir(), 'feedback-deno-'));
	const gateway = await startGateway({ listen: 0, token: 'test' });
	const functions = await runFunctions({
		cache,
		environment: {
			FEEDBACK_INGEST_URL: sites.ingestUrl,
			FEEDBACK_MANAGE_URL: sites.manageUrl,
			FEEDBACK_SECRET: mintSecret(),
			FEEDBACK_JWT_SECRET: jwtSecret,
			FEEDBACK_DASHBOARD_URL: 'http://127.0.0.1:54323',
			SUPABASE_URL: gateway.url,
		},
	});
	gateway.upstreams.functionsPort = functions.port;
	const apiUrl = `${gateway.url}/functions/v1`;
	const site = await sites.makeSite();
	const person = await signIn();
	await join(sites.sql, site.workspace, person);
	const manage: FrontDoor['manage'] = async (path, body) => {
		const response = await fetch(`${apiUrl}/manage${path}`, {
			headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
			...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
		});
		const answer = (await response.json()) as Record<string, unknown>;
		if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
		return answer;
	};
	return {
		url: gateway.url,
		apiUrl,
		sites,
		site,
		person,
		manage,
		async approve(authorization) {
			const sent = await fetch(authorization, { redirect: 'manual' });
			const page = new URL(sent.headers.get('location') ?? 'http://nowhere/');
			const path = page.pathname.replace('/authorize/', '/authorizations/');
			await manage(path);
			const answer = await manage(`${path}/approve`, { sites: [site.id] });
			return new URL(answer['redirect'] as string);
		},
		async end() {
			await functions.stop();
			await gateway.stop();
			await sites.end();
			await rm(cache, { recursive: true, force: true });
		},
	};
}
