import type { Config } from '../config/config-schema.ts';
import type { Secrets } from '../data/secrets.ts';
import type { Log } from '../log/log.ts';
import { findFreePort } from '../ports/ports.ts';
import { prepareOwner } from '../postgres/cluster.ts';
import { connectDatabase } from '../postgres/connect.ts';
import { readDatabaseAddress } from '../postgres/database-address.ts';
import { explainConnection } from '../postgres/explain-connection.ts';
import { ownerUrl } from '../postgres/database.ts';
import { tuneForMachine } from '../postgres/tune-for-machine.ts';
import { startPostgresPart } from '../stack/start-postgres.ts';
import type { Database } from '../stack/start-service.ts';
import { checkPart } from '../supervisor/supervisor.ts';

/** Starts the embedded Postgres, or connects to the database of the configuration. Rejects with the problem. */
export async function openDatabase(
	{ database, data }: Config,
	options: { secrets: Secrets; log: Log; cleanup: AsyncDisposableStack },
): Promise<Database> {
	if (database.url !== undefined) {
		const address = readDatabaseAddress(database.url, database.ca_file);
		const sql = connectDatabase(address, { idleSeconds: 60, connectSeconds: 5 });
		options.cleanup.defer(() => sql.end());
		const probe = async () => await sql`select 1`;
		await probe().catch((error: unknown) => {
			const { message, fix } = explainConnection(error);
			throw new Error(`${message}\n${fix}`, { cause: error });
		});
		const { replica_url: replicaUrl } = database;
		return {
			ownerUrl: database.url,
			caFile: database.ca_file,
			address,
			replica:
				replicaUrl === undefined
					? undefined
					: { url: replicaUrl, address: readDatabaseAddress(replicaUrl, database.ca_file) },
			cells: Object.entries(database.cells).map(([name, url]) => ({
				name,
				ownerUrl: url,
				address: readDatabaseAddress(url, database.ca_file),
			})),
			embedded: undefined,
			check: () => checkPart(probe()),
		};
	}
	const { secrets, log, cleanup } = options;
	const port = await findFreePort();
	const part = await startPostgresPart({
		data,
		port,
		log,
		cleanup,
		configuration: tuneForMachine(),
	});
	await prepareOwner(part.adminUrl, secrets.owner);
	const url = ownerUrl(port, secrets.owner);
	return {
		ownerUrl: url,
		address: readDatabaseAddress(url),
		embedded: part,
		check: () => part.postgres.check(),
	};
}
