import type { SiteSettings } from '@feedback/contract';

import { count, days } from '#lib/prompt/description/describe-rule.ts';
import { formatShare } from '#lib/prompt/description/format-share.ts';

/**
 * The limits of a site in one sentence.
 *
 * @example
 * describeSiteLimits({ cooldown_days: 7, holdout: 0 }); // '7 days between any two prompts.'
 */
export function describeSiteLimits({
	cooldown_days,
	window,
	per_session,
	displays_per_day,
	holdout,
}: SiteSettings['limits']): string {
	const parts = [
		...(cooldown_days > 0 ? [`${days(cooldown_days)} between any two prompts`] : []),
		...(window ? [`at most ${window.displays} within ${days(window.days)}`] : []),
		...(per_session ? [`at most ${count(per_session, 'prompt')} per visit`] : []),
		...(displays_per_day ? [`at most ${count(displays_per_day, 'display')} a day in total`] : []),
		...(holdout > 0 ? [`${formatShare(holdout)} of people are never asked`] : []),
	];
	if (parts.length === 0) return 'The site has no limits.';
	const sentence = parts.join(', ');
	return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
