import type { Tx } from '../../database/statement.ts';
import type { StoredSecret } from '../../supabase/functions/_shared/secrets/stored-secret.ts';

/** An encrypted secret, with the public ID of its site; null for what belongs to no site. */
export type ListedSecret = StoredSecret & { site: string | null };

/** Whether the migrations that `listStoredSecrets` needs have run. */
export async function canListStoredSecrets(tx: Tx): Promise<boolean> {
	const [found] = await tx<{ found: boolean }[]>`
		select to_regprocedure('app.stored_secrets()') is not null as found`;
	return found!.found;
}

/** Everything in the database that is encrypted and still in use. Sets the role `feedback_owner` in the transaction. */
export async function listStoredSecrets(tx: Tx): Promise<ListedSecret[]> {
	await tx`set local role feedback_owner`;
	return tx<ListedSecret[]>`
		select x.*, s.site_id as site from app.stored_secrets() x left join app.sites s on s.id = x.site_id order by x.site_id`;
}
