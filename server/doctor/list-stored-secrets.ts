import type { DestinationSecret } from '../../supabase/functions/_shared/destination-secret.ts';
import type { ProofAlgorithm } from '../../supabase/functions/_shared/proof-key.ts';
import type { Tx } from '../../supabase/functions/_shared/statement.ts';

/** An encrypted secret, with everything that it is bound to. */
export type StoredSecret = {
	/** UUID of the site. */
	site: string;
	/** Public site ID. */
	siteId: string;
	sealed: Uint8Array;
} & (
	| { kind: 'proof key'; /** Key ID. */ id: string; use: ProofAlgorithm }
	| { kind: 'destination'; /** UUID. */ id: string; use: DestinationSecret }
);

const sitesAtOnce = 500;

/** Whether the migrations that make the tables of `listStoredSecrets` have run. */
export async function canListStoredSecrets(tx: Tx): Promise<boolean> {
	const [found] = await tx<{ tables: number }[]>`
		select count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where n.nspname = 'app' and c.relname in ('proof_keys', 'destinations', 'destination_requests')`;
	return found!.tables === 3;
}

/**
 * Everything in the database that is encrypted with a key derived from `FEEDBACK_SECRET` and still in use. The
 * transaction gets the role `feedback_owner`.
 */
export async function* listStoredSecrets(tx: Tx): AsyncGenerator<StoredSecret> {
	await tx`set local role feedback_owner`;
	let last: string | null = null;
	for (;;) {
		const rows: { site: string; secrets: Encoded[] }[] = await readSites(tx, last);
		for (const { secrets } of rows) yield* secrets.map(decode);
		if (rows.length < sitesAtOnce) break;
		last = rows.at(-1)!.site;
	}
	const requested = await tx<{ secret: Encoded }[]>`
		select jsonb_build_object('kind', 'destination', 'site', s.id, 'siteId', s.site_id, 'id', r.destination_id,
			'use', 'url', 'sealed', encode(r.sealed_url, 'base64')) as secret
		from app.destination_requests r join app.sites s on s.id = r.site_id
		where r.sealed_url is not null and r.state = 'pending' and r.expires_at > now()`;
	yield* requested.map(({ secret }) => decode(secret));
}

type Encoded = Omit<StoredSecret, 'sealed'> & { sealed: string };

/** The sites after the given one, in the order of their UUIDs. */
function readSites(tx: Tx, after: string | null) {
	return tx<{ site: string; secrets: Encoded[] }[]>`
		select s.id as site, coalesce((
			select jsonb_agg(jsonb_build_object('kind', stored.kind, 'site', s.id, 'siteId', s.site_id, 'id', stored.id,
				'use', stored.use, 'sealed', encode(stored.sealed, 'base64')))
			from (
				select 'proof key' as kind, k.kid as id, k.alg as use, k.sealed
				from app.proof_keys k where k.site_id = s.id
				union all
				select 'destination', d.id::text, secret.use, secret.sealed
				from app.destinations d, lateral (values ('url', d.sealed_url), ('secret', d.sealed_secret),
					('secret', case when d.rotation_ends_at > now() then d.sealed_old_secret end)) secret (use, sealed)
				where d.site_id = s.id and secret.sealed is not null
			) stored), '[]') as secrets
		from app.sites s where ${after}::uuid is null or s.id > ${after}::uuid
		order by s.id limit ${sitesAtOnce}`;
}

function decode({ sealed, ...secret }: Encoded): StoredSecret {
	return { ...secret, sealed: new Uint8Array(Buffer.from(sealed, 'base64')) } as StoredSecret;
}
