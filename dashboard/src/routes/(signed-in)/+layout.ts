import { redirect } from '@sveltejs/kit';

import { loadAccount } from '#lib/account/account.ts';
import { nextTask } from '#lib/dom/next-task.ts';
import { signInPage } from '#lib/session/next-page.ts';

import type { LayoutLoad } from './$types';

export const load: LayoutLoad = async ({ parent, url, untrack, depends }) => {
	const { session, client } = await parent();
	if ((await session.token()) === null) redirect(307, signInPage(untrack(() => url)));
	depends('feedback:account');
	const account = loadAccount(client);
	// The layout shows the error; without a handler it would also count as unhandled.
	account.catch(() => undefined);
	// SvelteKit renders in the task in which this resolves.
	await nextTask();
	// Nested in an object, so that SvelteKit does not wait for it.
	return { loading: { account } };
};
