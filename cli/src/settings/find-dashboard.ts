import { Failure } from '../failure.ts';
import type { Settings } from './settings.ts';

/** Address of the dashboard. Throws when only the service was named: a link to this machine would lead nobody there. */
export function findDashboard({
	api_url,
	dashboard_url,
}: Pick<Settings, 'api_url' | 'dashboard_url'>): string {
	if (dashboard_url.source !== 'default' || api_url.source === 'default')
		return dashboard_url.value;
	throw new Failure('usage', `It is not said where the dashboard of ${api_url.value} is.`, {
		hint: 'Set FEEDBACK_DASHBOARD_URL, or "dashboard_url" in config.json, to its address.',
	});
}
