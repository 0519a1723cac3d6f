import { accounts, createAccount, plans } from './accounts.ts';
import type { Account, Plan } from './accounts.ts';
import { byId, make, makeButton } from './element.ts';

type Handlers = {
	signIn: (account: Account) => void;
	signOut: () => void;
	changePlan: (plan: Plan) => void;
};

/** Draws the signed-in account and its plan, or a list of accounts to sign in with. */
export function drawAccount(account: Account | undefined, on: Handlers): void {
	byId('account', HTMLDivElement).replaceChildren(
		...(account ? drawSignedIn(account, on) : drawSignedOut(on)),
	);
	byId('plan', HTMLParagraphElement).textContent = account
		? `${account.name} is on the ${account.plan} plan.`
		: 'You are not signed in, so a plan is not stored.';
	byId('plans', HTMLDivElement).replaceChildren(
		...plans.map((plan) => {
			const button = makeButton(plan, () => on.changePlan(plan));
			button.setAttribute('aria-pressed', String(account?.plan === plan));
			button.setAttribute('aria-label', `Change to the ${plan} plan`);
			return button;
		}),
	);
}

function drawSignedIn(account: Account, on: Handlers): Node[] {
	return [
		make('span', 'who', account.name, make('small', '', account.id)),
		makeButton('Sign out', on.signOut),
	];
}

function drawSignedOut(on: Handlers): Node[] {
	const choice = make('select', '');
	choice.setAttribute('aria-label', 'Account to sign in with');
	const choices = [...accounts, createAccount()];
	choice.append(...choices.map(({ id, name, plan }) => new Option(`${name} (${plan} plan)`, id)));
	const signIn = makeButton('Sign in', () => {
		const chosen = choices.find(({ id }) => id === choice.value);
		if (chosen) on.signIn(chosen);
	});
	return [choice, signIn];
}
