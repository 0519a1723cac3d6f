import { type DatabaseClient, connectDatabase } from '../postgres/connect.ts';
import { readDatabaseAddress } from '../postgres/database-address.ts';
import type { ExternalDatabase } from './database-source.ts';

/**
 * One connection that is kept until `end`: a backup is bound to the session that began it. If it is lost, statements
 * that need the session fail.
 */
export function openSession({ url, caFile }: ExternalDatabase): DatabaseClient {
	return connectDatabase(readDatabaseAddress(url, caFile), { oneSession: true });
}
