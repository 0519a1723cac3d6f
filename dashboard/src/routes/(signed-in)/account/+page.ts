import { error } from '@sveltejs/kit';

import type { PageLoad } from './$types';

export const load: PageLoad = async ({ parent }) => {
	const { config, session } = await parent();
	// Supabase Auth has no such page: its owner manages people in Supabase.
	if (config.auth !== 'feedback') error(404);
	return { title: 'Your account', offered: await session.offered() };
};
