import { ServiceError } from '@feedback/contract';
import type { RouteOutput } from '@feedback/contract';

import { hashToken, mintToken } from '../../_shared/secrets/connection-token.ts';
import type { Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';
import { reserveSecret } from '../operation/reserve.ts';

type SiteKey = RouteOutput<'revokeSiteKey'>;
type KeyRow = Pick<SiteKey, 'id' | 'name' | 'prefix'> & {
	created_at: Date;
	last_used_at: Date | null;
	revoked_at: Date | null;
	browser_origin: string | null;
	browser_seen_at: Date | null;
};

/** Characters of a key by which people recognize it. */
const prefixLength = 8;

export const listSiteKeys: Operation<'listSiteKeys'> = {
	access: 'read only',
	async run({ tx }, { site }) {
		return { items: await readKeys(tx, site, null), next: null };
	},
};

export const createSiteKey: Operation<'createSiteKey'> = {
	access: 'read write',
	async run({ tx, service, person }, { site, name }) {
		const secret = mintToken('fbs_');
		const id = crypto.randomUUID();
		const hash = hashToken(service.keyring, secret);
		await tx`
			insert into app.site_keys (site_id, id, name, prefix, hash, created_by)
			values (${site}, ${id}, ${name}, ${secret.slice(0, prefixLength)}, ${hash}, ${person.id})`;
		await reserveSecret({ tx, service }, { hash, site });
		const [key] = await readKeys(tx, site, id);
		return { ...key!, secret };
	},
	audit: (_, { prefix }) => ({ subject: prefix }),
};

export const revokeSiteKey: Operation<'revokeSiteKey'> = {
	access: 'read write',
	async run({ tx }, { site, key: id }) {
		await tx`
			update app.site_keys set revoked_at = clock_timestamp()
			where site_id = ${site} and id = ${id} and revoked_at is null`;
		const [key] = await readKeys(tx, site, id);
		if (!key) throw new ServiceError('not_found', { field: 'key' });
		return key;
	},
	audit: (_, { prefix }) => ({ subject: prefix }),
};

async function readKeys(tx: Tx, site: string, id: string | null): Promise<SiteKey[]> {
	const rows = await tx<KeyRow[]>`
		select id, name, prefix, created_at, last_used_at, revoked_at, browser_origin, browser_seen_at
		from app.site_keys where site_id = ${site} and (${id}::uuid is null or id = ${id}::uuid)
		order by created_at desc, id`;
	return rows.map(describeKey);
}

function describeKey({ browser_origin: origin, browser_seen_at: at, ...key }: KeyRow): SiteKey {
	return {
		...key,
		created_at: key.created_at.toISOString(),
		last_used_at: key.last_used_at?.toISOString() ?? null,
		revoked_at: key.revoked_at?.toISOString() ?? null,
		browser_use: origin !== null && at ? { origin, at: at.toISOString() } : null,
	};
}
