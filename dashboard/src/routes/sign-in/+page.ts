import { redirect } from '@sveltejs/kit';

import { endedParameter, readNextPage } from '#lib/session/next-page.ts';

import type { PageLoad } from './$types';

export const load: PageLoad = async ({ parent, url }) => {
	const { session, linkProblem } = await parent();
	const next = readNextPage(url);
	if ((await session.token()) !== null) redirect(307, next);
	// A provider redirects here when it did not sign the person in.
	const code = url.searchParams.get('error');
	const problem = code === null ? undefined : await describeProviderRefusal(code);
	const offered = await session.offered();
	const hasEnded = url.searchParams.has(endedParameter);
	return {
		title: 'Sign in',
		next,
		hasEnded,
		problem: offered.problem ?? problem ?? linkProblem,
		offered,
	};
};

// Imported on demand: it is rarely needed, and static imports of this page are loaded with every page.
async function describeProviderRefusal(code: string): Promise<string> {
	const { describeRefusal } = await import('#lib/session/identity-call.ts');
	return describeRefusal(code) ?? 'The provider did not sign you in.';
}
