import { resolve } from '$app/paths';
import type { ResolvedPathname } from '$app/types';

export type SettingsPage = {
	/** Also the name of its draft. */
	name: string;
	title: string;
	href: ResolvedPathname;
};

/** The pages of a site's settings, in their order. */
export function listSettingsPages(site: string): SettingsPage[] {
	const at = { site };
	return [
		{
			name: 'general',
			title: 'General',
			href: resolve('/(signed-in)/sites/[site]/settings/general', at),
		},
		{
			name: 'capture',
			title: 'Event capture',
			href: resolve('/(signed-in)/sites/[site]/settings/capture', at),
		},
		{
			name: 'origins',
			title: 'Origins',
			href: resolve('/(signed-in)/sites/[site]/settings/origins', at),
		},
		{
			name: 'proof-keys',
			title: 'Proof keys',
			href: resolve('/(signed-in)/sites/[site]/settings/proof-keys', at),
		},
		{
			name: 'site-keys',
			title: 'Site keys',
			href: resolve('/(signed-in)/sites/[site]/settings/site-keys', at),
		},
		{
			name: 'integrations',
			title: 'Integrations',
			href: resolve('/(signed-in)/sites/[site]/settings/integrations', at),
		},
		{
			name: 'limits',
			title: 'Limits',
			href: resolve('/(signed-in)/sites/[site]/settings/limits', at),
		},
		{
			name: 'retention',
			title: 'Retention',
			href: resolve('/(signed-in)/sites/[site]/settings/retention', at),
		},
		{
			name: 'rate-limits',
			title: 'Rate limits',
			href: resolve('/(signed-in)/sites/[site]/settings/rate-limits', at),
		},
		{
			name: 'appearance',
			title: 'Appearance',
			href: resolve('/(signed-in)/sites/[site]/settings/appearance', at),
		},
	];
}
