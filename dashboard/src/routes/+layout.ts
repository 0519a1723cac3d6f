import { redirect } from '@sveltejs/kit';

import { takeLinkFragment } from '#lib/session/arrival.ts';
import { reachService } from '#lib/session/service.ts';

import type { LayoutLoad } from './$types';

// Built to static files: everything is drawn in the browser.
export const ssr = false;
export const prerender = false;

let linkProblem: string | undefined;

export const load: LayoutLoad = async () => {
	const reach = await reachService();
	const fragment = takeLinkFragment();
	if (fragment !== undefined) {
		const followed = await reach.session.followLink(fragment);
		if (followed && 'next' in followed) redirect(307, followed.next);
		// A redirect to the sign-in page begins this anew, and that page has to tell it.
		linkProblem = followed?.problem;
	}
	return { ...reach, linkProblem };
};
