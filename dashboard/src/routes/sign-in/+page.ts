import { redirect } from '@sveltejs/kit';

import { describeRefusal } from '#lib/session/identity-call.ts';
import { readNextPage } from '#lib/session/next-page.ts';

import type { PageLoad } from './$types';

export const load: PageLoad = async ({ parent, url }) => {
	const { session, linkProblem } = await parent();
	const next = readNextPage(url);
	if ((await session.token()) !== null) redirect(307, next);
	// A provider leads back here when it did not sign the person in.
	const code = url.searchParams.get('error');
	const refusal = code === null ? undefined : describeRefusal(code);
	const problem = refusal ?? (code === null ? undefined : 'The provider did not sign you in.');
	const offered = await session.offered().catch((error: Error) => ({ problem: error.message }));
	if ('problem' in offered) return { title: 'Sign in', next, ...offered, offered: usual };
	return { title: 'Sign in', next, problem: problem ?? linkProblem, offered };
};

// The sign-in service does not answer: what is tried says so.
const usual = { email: true, password: true, passkeys: false, mail: false, providers: [] };
