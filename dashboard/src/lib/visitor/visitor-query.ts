import { isUuid } from '#lib/text/id-patterns.ts';

/** Whom somebody looks for: one browser, or an account on all its browsers. */
export type Whom = { visitor: string } | { account: string };

/** Whom the address names. */
export function readWhom(search: Pick<URLSearchParams, 'get'>): Whom | undefined {
	const [visitor, account] = [search.get('visitor'), search.get('account')];
	if (visitor && isUuid(visitor)) return { visitor };
	return account ? { account } : undefined;
}

/**
 * Whom somebody means who typed this: what looks like a visitor's ID is taken for one first.
 *
 * @example
 * guessWhom(' user_42 '); // { account: 'user_42' }
 */
export function guessWhom(typed: string): Whom | undefined {
	const id = typed.trim();
	if (id === '') return undefined;
	const visitor = id.toLowerCase();
	return isUuid(visitor) ? { visitor } : { account: id };
}

/** The ID itself. */
export function idOf(whom: Whom): string {
	return 'visitor' in whom ? whom.visitor : whom.account;
}
