import { error } from '@sveltejs/kit';

import { offeredKinds } from '#lib/destination/kind-words.ts';

import type { PageLoad } from './$types';

export const load: PageLoad = ({ params }) => {
	const kind = offeredKinds.find((known) => known === params.kind);
	if (!kind) error(404, 'This kind of destination does not exist.');
	return { title: 'New destination', kind };
};
