import type { TransactionSql } from 'postgres';

import { actAs } from './actors.ts';

/** Lets the next statements be those of a person who signed in so many minutes ago. */
export async function signInAs(
	sql: TransactionSql,
	person: string,
	{ minutesAgo = 0 } = {},
): Promise<void> {
	await actAs(sql, { name: 'person', role: 'feedback_person', person });
	const claims = { sub: person, iat: Math.floor(Date.now() / 1_000) - minutesAgo * 60 };
	await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
}
