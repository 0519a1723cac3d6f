import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

import { Attempt } from '#lib/ui/attempt.svelte.ts';

export type KnownSecret = RouteOutput<'removeMember'>['secrets'][number];

/** What follows when a secret is replaced. */
type Kind = {
	label: string;
	/** Label of the button. */
	action?: string;
	/** How to replace what this dashboard cannot. */
	elsewhere?: string;
	/** Creates the new one. */
	replace?: (client: Client, secret: KnownSecret) => Promise<string>;
	/** Revokes the old one, once the new one is in use. */
	end?: { label: string; run: (client: Client, secret: KnownSecret) => Promise<unknown> };
	/** What to do with the new one. */
	done?: string;
	/** What holds once the old one is revoked. */
	ended?: string;
};

export const kinds: Record<KnownSecret['kind'], Kind> = {
	site_key: {
		label: 'Site key',
		action: 'Create a new key',
		replace: async (client, { site, name }) => (await client.createSiteKey({ site, name })).secret,
		end: {
			label: 'Revoke the old key',
			run: (client, { site, id: key }) => client.revokeSiteKey({ site, key }),
		},
		done: 'Store the new key with your backend, then revoke the old one.',
		ended: 'The old key no longer works.',
	},
	proof_key: {
		label: 'Proof key',
		action: 'Create a new key',
		replace: async (client, { site }) =>
			(await client.createProofKey({ site, alg: 'HS256' })).secret!,
		end: {
			label: 'Remove the old key',
			run: (client, { site, id: kid }) => client.removeProofKey({ site, kid }),
		},
		done: 'Sign with the new key, then remove the old one. Until then, both are valid.',
		ended: 'The old key is no longer valid.',
	},
	webhook: {
		label: 'Signing secret of a webhook',
		action: 'Create a new secret',
		replace: async (client, { site, id: destination }) =>
			(await client.rotateDestinationSecret({ site, destination })).secret,
		done: 'Until you finish the rotation, requests are signed with both secrets. If the URL contains a secret, replace the URL in the receiver as well.',
	},
	public_key: {
		label: 'Public key of a proof',
		elsewhere: 'Replace it where you sign, then under Settings → Proof keys',
	},
	slack: {
		label: 'URL of a Slack channel',
		elsewhere: 'Replace it in Slack, then under Settings → Integrations',
	},
	github: {
		label: 'Token of GitHub',
		elsewhere: 'Revoke it in GitHub, then replace it under Settings → Integrations',
	},
	linear: {
		label: 'API key of Linear',
		elsewhere: 'Revoke it in Linear, then replace it under Settings → Integrations',
	},
	jira: {
		label: 'API token of Jira',
		elsewhere: 'Revoke it at Atlassian, then replace it under Settings → Integrations',
	},
};

/** One secret while it is replaced. */
export class Replacement {
	readonly secret: KnownSecret;
	readonly kind: Kind;
	readonly attempt = new Attempt();
	state = $state<'known' | 'replaced' | 'ended'>('known');
	/** The new secret, which is shown only once. */
	created = $state<string>();
	readonly #client: Client;

	constructor(client: Client, secret: KnownSecret) {
		[this.#client, this.secret] = [client, secret];
		this.kind = kinds[secret.kind];
	}

	replace = () =>
		this.attempt.run(async () => {
			this.created = await this.kind.replace!(this.#client, this.secret);
			this.state = this.kind.end ? 'replaced' : 'ended';
		});

	end = () =>
		this.attempt.run(async () => {
			await this.kind.end!.run(this.#client, this.secret);
			this.state = 'ended';
		});
}
