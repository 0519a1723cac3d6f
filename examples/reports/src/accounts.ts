/** Somebody who uses the app. An app of your own has these in its database. */
export type Account = { id: string; name: string; plan: Plan };
export type Plan = 'free' | 'team' | 'pro';

export const plans: readonly Plan[] = ['free', 'team', 'pro'];

export const accounts: readonly Account[] = [
	{ id: 'user_ada', name: 'Ada', plan: 'free' },
	{ id: 'user_grace', name: 'Grace', plan: 'team' },
	{ id: 'user_alan', name: 'Alan', plan: 'pro' },
];

/** An account nobody has seen before, for trying everything again. */
export function createAccount(): Account {
	return { id: `user_${crypto.randomUUID().slice(0, 8)}`, name: 'Somebody new', plan: 'free' };
}

const key = 'northwind-account';

/** Whoever is signed in on this browser. */
export function readAccount(): Account | undefined {
	const kept = localStorage.getItem(key);
	return kept ? (JSON.parse(kept) as Account) : undefined;
}

export function keepAccount(account: Account | undefined): void {
	if (account) localStorage.setItem(key, JSON.stringify(account));
	else localStorage.removeItem(key);
}
