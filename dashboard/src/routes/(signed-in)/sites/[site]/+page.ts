import { redirect } from '@sveltejs/kit';

import { resolve } from '$app/paths';

import type { PageLoad } from './$types';

export const load: PageLoad = ({ params: { site } }) => {
	redirect(307, resolve('/(signed-in)/sites/[site]/overview', { site }));
};
