import { cut, oneLine } from '../email/plain-text.ts';
import { linkToRequest } from '../link-to.ts';
import { sayAction } from '../say-action.ts';
import type { ClaimedPush } from './claimed-push.ts';

/** What the dashboard's worker shows (dashboard/static/push-worker.js). It links to the page that decides, and decides nothing. */
export type Notification = {
	title: string;
	body: string;
	/** Opened by a click. */
	url: string;
	/** A later notification with the same tag replaces this one. */
	tag: string;
	/** When the request expires, in a reminder: the browser writes it as its person's local time. */
	expires_at?: string;
};

const maxTitle = 150;
const maxBody = 200;

/** Writes a notification. The names in it were chosen by members and programs; it has no text of visitors. */
export function describePush(
	{ request, reminder }: Pick<ClaimedPush, 'request' | 'reminder'>,
	dashboardUrl: string,
): Notification {
	if (request === null) {
		return {
			title: 'This device is notified',
			body: 'When a program asks for your approval, a notification like this one opens the request.',
			url: `${dashboardUrl}/approvals`,
			tag: 'subscribed',
		};
	}
	const { id, connection, survey_id: survey, site, workspace, expires_at } = request;
	const isNewSite = request.action === 'site:create';
	const action = sayAction({ ...request, site_name: isNewSite ? site : null });
	const asks = oneLine(`${connection} asks to ${action}${survey === null ? '' : ` ${survey}`}`);
	return {
		title: cut(reminder ? `Reminder: ${asks}` : asks, maxTitle),
		body: cut(oneLine([isNewSite ? null : site, workspace].filter(Boolean).join(' · ')), maxBody),
		url: linkToRequest(dashboardUrl, request),
		tag: id,
		...(reminder && { expires_at }),
	};
}
