import { page } from '$app/state';

import { pageDescriptions } from './page-descriptions.ts';
import type { PageDescription } from './page-descriptions.ts';

/** The description of the current page; undefined if it has none. Call it in a component. */
export function describePage(): PageDescription | undefined {
	return pageDescriptions[page.route.id ?? ''];
}
