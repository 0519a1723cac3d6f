// A service with something of each kind, and many callers: one alone would be refused for sending too much.
import { actions } from '@feedback/contract';

import { hashToken, mintToken } from '../_shared/secrets/connection-token.ts';
import type { Keyring } from '../_shared/secrets/keyring.ts';
import { connect } from './connections.ts';
import type { Credentials } from './fuzz-requests.ts';
import { openManage } from './manage.ts';
import { join, signIn } from './people.ts';
import { openRouteInputs } from './route-inputs.ts';
import { openSdk } from './sdk.ts';
import { openSites, type TestSites } from './sites.ts';

export type FuzzWorld = {
	sites: TestSites;
	/** IDs by the name of their parameter or member. */
	known: Record<string, string[]>;
	credentials: Credentials;
	end(): Promise<void>;
};

const callers = 40;

export async function openFuzzWorld(keyring: Keyring): Promise<FuzzWorld> {
	const sites = await openSites();
	const manage = openManage(sites.manageUrl, { keyring });
	const sdk = openSdk(sites.ingestUrl);
	const { site, people, inputs } = await openRouteInputs({ sites, manage, sdk });
	const { prompt } = (await inputs.getPrompt(people.owner)) as { prompt: string };
	const { visitor } = (await inputs.findVisitor(people.owner)) as { visitor: string };
	const { response } = (await inputs.getResponse(people.owner)) as { response: string };
	const { tag } = (await inputs.deleteTag(people.owner)) as { tag: string };
	const tokens = { people: [] as string[], connections: [] as string[], siteKeys: [] as string[] };
	for (let at = 0; at < callers; at++) {
		const person = await signIn();
		await join(sites.sql, site.workspace, person);
		tokens.people.push(person.token);
		const audience = at % 2 === 0 ? 'manage' : 'mcp';
		const resource = `http://127.0.0.1:54321/functions/v1/${audience}`;
		const connection = await connect(sites.sql, manage, person, [site.id], { resource });
		for (const action of Object.keys(actions)) {
			await sites.sql`
				insert into app.grants (connection_id, workspace_id, site_id, action, mode, approved_by, expires_at)
				values (${connection.id}, ${site.workspace}, ${action === 'site:create' ? null : site.id}, ${action},
					'until', ${person.id}, now() + interval '1 day')`;
		}
		tokens.connections.push(connection.token);
	}
	// One key may not report many events, and a site has few keys.
	for (let at = 0; at < callers; at++) {
		const { id } = await sites.makeSite();
		const key = mintToken('fbs_');
		await sites.sql`
			insert into app.site_keys (site_id, id, name, prefix, hash, created_by)
			values (${id}, gen_random_uuid(), 'Backend', ${key.slice(0, 8)}, ${hashToken(keyring, key)},
				gen_random_uuid())`;
		tokens.siteKeys.push(key);
	}
	return {
		sites,
		known: {
			site: [site.id, site.siteId],
			workspace: [site.workspace],
			prompt: [prompt, 'export-rating'],
			visitor: [visitor],
			response: [response],
			tag: [tag],
		},
		credentials: tokens,
		async end() {
			await sdk.end();
			await manage.end();
			await sites.end();
		},
	};
}
