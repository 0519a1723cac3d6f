import type { TransactionSql } from 'postgres';

import { outcomeOf } from '../outcome-of.ts';
import { actAs } from './actors.ts';
import { signInAs } from './sign-in-as.ts';

/**
 * Runs statements as a person who signed in just now, or as nobody. Returns their result, or the code of their error,
 * after which nothing of them stays.
 */
export function outcomeFor<T>(
	sql: TransactionSql,
	person: string | null,
	act: (sql: TransactionSql) => Promise<T>,
): Promise<T | string> {
	return outcomeOf(sql, async (scope) => {
		if (person) await signInAs(scope, person);
		else await actAs(scope, { name: 'nobody', role: 'feedback_person' });
		const result = await act(scope);
		await scope`reset role`;
		return result;
	});
}
