/** A user of the app. A real app has its users in a database. */
export type Account = { id: string; name: string; plan: Plan };
export type Plan = 'free' | 'team' | 'pro';

export const plans: readonly Plan[] = ['free', 'team', 'pro'];

export const accounts: readonly Account[] = [
	{ id: 'user_ada', name: 'Ada', plan: 'free' },
	{ id: 'user_grace', name: 'Grace', plan: 'team' },
	{ id: 'user_alan', name: 'Alan', plan: 'pro' },
];

/** A new account that has not seen a prompt yet. */
export function createAccount(): Account {
	return { id: `user_${crypto.randomUUID().slice(0, 8)}`, name: 'New user', plan: 'free' };
}

const key = 'northwind-account';

/** The account that is signed in in this browser. */
export function readAccount(): Account | undefined {
	const stored = localStorage.getItem(key);
	return stored ? (JSON.parse(stored) as Account) : undefined;
}

export function storeAccount(account: Account | undefined): void {
	if (account) localStorage.setItem(key, JSON.stringify(account));
	else localStorage.removeItem(key);
}
