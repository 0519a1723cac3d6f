import { Failure } from '../failure.ts';
import { findDashboard } from '../settings/find-dashboard.ts';
import type { Settings } from '../settings/settings.ts';

/** Address of a page of a site in the dashboard; undefined when the dashboard's address is not set. */
export function findDashboardPage(
	settings: Settings,
	site: string | null | undefined,
	page: 'prompts' | 'events',
): string | undefined {
	try {
		const dashboard = findDashboard(settings);
		return site ? `${dashboard}/sites/${site}/${page}` : dashboard;
	} catch (error) {
		if (error instanceof Failure) return undefined;
		throw error;
	}
}
