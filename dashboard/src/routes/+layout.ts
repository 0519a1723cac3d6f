import { redirect } from '@sveltejs/kit';

import { takeLinkFragment } from '#lib/session/remove-url-secrets.ts';
import { getService } from '#lib/session/service.ts';

import type { LayoutLoad } from './$types';

// Built as static files, so everything renders in the browser.
export const ssr = false;
export const prerender = false;

let linkProblem: string | undefined;

export const load: LayoutLoad = async () => {
	const service = await getService();
	const fragment = takeLinkFragment();
	if (fragment !== undefined) {
		const followed = await service.session.followLink(fragment);
		if (followed && 'next' in followed) redirect(307, followed.next);
		// A redirect to the sign-in page runs this again, and that page shows the problem.
		linkProblem = followed?.problem;
	}
	return { ...service, linkProblem };
};
