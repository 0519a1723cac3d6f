import { Failure } from '../failure.ts';
import type { Settings } from './settings.ts';

/** Address of the dashboard. Throws when only the service's address is set: the default is a local one. */
export function findDashboard({
	api_url,
	dashboard_url,
}: Pick<Settings, 'api_url' | 'dashboard_url'>): string {
	if (dashboard_url.source !== 'default' || api_url.source === 'default')
		return dashboard_url.value;
	throw new Failure('usage', `The address of the dashboard for ${api_url.value} is not set.`, {
		hint: 'Set FEEDBACK_DASHBOARD_URL, or "dashboard_url" in config.json, to its URL.',
	});
}
