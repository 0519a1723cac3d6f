import type { PageLoad } from './$types';

export const load: PageLoad = async ({ parent }) => {
	const { config, session } = await parent();
	// With Supabase Auth, people manage their sign-in methods elsewhere.
	const offered = config.auth === 'feedback' ? await session.offered() : undefined;
	return { title: 'Your account', offered };
};
