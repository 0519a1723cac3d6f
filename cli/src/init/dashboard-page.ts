import { Failure } from '../failure.ts';
import { findDashboard } from '../settings/find-dashboard.ts';
import type { Settings } from '../settings/settings.ts';

/** Address of a page of a site in the dashboard; nothing when it is not known where the dashboard is. */
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
