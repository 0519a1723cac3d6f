import { completeDatabase, ownerUrl } from '../postgres/database.ts';
import { prepareCluster } from '../postgres/cluster.ts';
import { readDatabaseAddress } from '../postgres/database-address.ts';
import { refuseOtherVersions } from '../postgres/other-versions.ts';
import { since } from './since.ts';
import { startPostgresPart } from './start-postgres.ts';
import type { Database, ServiceBase } from './start-service.ts';

export type EmbeddedDatabase = Database & { embedded: NonNullable<Database['embedded']> };

/** Starts the embedded Postgres with the schema, and with hosted Supabase's additions. */
export async function openEmbedded(
	{ data, secrets, log, cleanup }: ServiceBase,
	{ port, signal }: { port: number; signal?: AbortSignal | undefined },
): Promise<EmbeddedDatabase> {
	const embedded = await startPostgresPart({ data, port, log, cleanup });
	const { adminUrl, postgres } = embedded;
	signal?.throwIfAborted();
	await refuseOtherVersions(adminUrl);
	await prepareCluster(adminUrl, secrets.owner);
	const url = ownerUrl(port, secrets.owner);
	const started = performance.now();
	const { length } = await completeDatabase(url, secrets);
	if (length > 0)
		log(`Applied ${length} ${length === 1 ? 'migration' : 'migrations'}${since(started)}.`);
	return {
		ownerUrl: url,
		address: readDatabaseAddress(url),
		embedded,
		check: () => postgres.check(),
	};
}
