import { localPattern } from './notify.ts';

/**
 * The address of the service for a page that does not set one: the one that the SDK was built for. If that is on a
 * developer's machine and the page is not, the service is expected at the page's own origin.
 */
export function findService(): string {
	const isElsewhere =
		localPattern.test(__FEEDBACK_API_URL__) &&
		/^http/.test(location.href) &&
		!localPattern.test(location.href);
	return isElsewhere ? `${location.origin}/functions/v1` : __FEEDBACK_API_URL__;
}
