import { resolve } from '$app/paths';
import type { ResolvedPathname } from '$app/types';

import { pageDescriptions } from '#lib/navigation/page-descriptions.ts';

const names = [
	'general',
	'capture',
	'origins',
	'proof-keys',
	'site-keys',
	'integrations',
	'limits',
	'retention',
	'rate-limits',
	'appearance',
	'launcher',
] as const;

export type SettingsPage = {
	/** Also the name of its draft. */
	name: string;
	title: string;
	href: ResolvedPathname;
};

/** The pages of a site's settings, in their order. */
export function listSettingsPages(site: string): SettingsPage[] {
	return names.map((name) => {
		const route = `/(signed-in)/sites/[site]/settings/${name}` as const;
		return { name, title: pageDescriptions[route]!.title, href: resolve(route, { site }) };
	});
}
