import { isUuid } from '#lib/text/id-patterns.ts';

/** One browser, or an account with all its browsers. */
export type VisitorQuery = { visitor: string } | { account: string };

/** The visitor or account in the URL. */
export function parseVisitorQuery(search: Pick<URLSearchParams, 'get'>): VisitorQuery | undefined {
	const [visitor, account] = [search.get('visitor'), search.get('account')];
	if (visitor && isUuid(visitor)) return { visitor };
	return account ? { account } : undefined;
}

/**
 * Interprets typed text: a UUID is a visitor ID, anything else an account ID.
 *
 * @example
 * guessVisitorQuery(' user_42 '); // { account: 'user_42' }
 */
export function guessVisitorQuery(typed: string): VisitorQuery | undefined {
	const id = typed.trim();
	if (id === '') return undefined;
	const visitor = id.toLowerCase();
	return isUuid(visitor) ? { visitor } : { account: id };
}

/** The ID of either kind. */
export function getQueriedId(query: VisitorQuery): string {
	return 'visitor' in query ? query.visitor : query.account;
}
