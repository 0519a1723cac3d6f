import { error } from '@sveltejs/kit';

import { kinds } from '#lib/destination/kinds.ts';

import type { PageLoad } from './$types';

export const load: PageLoad = ({ params }) => {
	const kind = kinds.find((known) => known === params.kind);
	if (!kind) error(404, 'This kind of destination does not exist.');
	return { title: 'New destination', kind };
};
