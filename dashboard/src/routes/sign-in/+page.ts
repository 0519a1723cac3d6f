import { redirect } from '@sveltejs/kit';

import { readNextPage } from '#lib/session/next-page.ts';

import type { PageLoad } from './$types';

export const load: PageLoad = async ({ parent, url }) => {
	const { session, linkProblem } = await parent();
	const next = readNextPage(url);
	if ((await session.token()) !== null) redirect(307, next);
	return { title: 'Sign in', next, linkProblem };
};
