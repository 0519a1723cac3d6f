import { asCaller } from '../../_shared/caller/caller.ts';
import type { Context } from '../operation/operation.ts';

/**
 * Throws unless the person has the role for the actions on every site. Asks the database of each site, because home knows
 * only the roles in its workspaces.
 */
export async function requireChosenSites(
	{ service, person }: Pick<Context, 'person' | 'service'>,
	sites: readonly string[],
	actions: readonly string[],
): Promise<void> {
	if (!service.hasCells) return;
	await Promise.all(
		sites.map((site) =>
			asCaller(
				service.databaseOf({ site }),
				person,
				'read only',
				(tx) => tx`
					select app.require_chosen_sites(array[${site}::uuid], array(select jsonb_array_elements_text(${tx.json(actions)})))`,
			),
		),
	);
}
