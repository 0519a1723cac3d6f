import type { Sql } from 'postgres';

import { connectDatabase } from '../postgres/connect.ts';

/**
 * One connection that is kept until `end`: a backup is bound to the session that began it. If it is lost, statements
 * that need the session fail.
 */
export function openSession(url: string): Sql {
	return connectDatabase(url, { oneSession: true });
}
