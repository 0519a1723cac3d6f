import type { SiteSettings } from '@feedback/contract';

import { formatShare } from '#lib/prompt/description/format-share.ts';
import { nameLanguage } from '#lib/text/name-language.ts';

type Key = keyof SiteSettings;

const names: Record<Key, string> = {
	origins: 'Origins',
	capture: 'Event capture',
	limits: 'Limits',
	appearance: 'Appearance',
	launcher: 'Feedback button',
	retention: 'Retention',
	rate_limits: 'Rate limits',
	identity_proofs: 'Identity proofs',
	presence: 'Passkeys',
	ask_in_words: 'Ask in words',
	detect_bots: 'Bots',
	answer_context: 'Context with answers',
	time_zone: 'Time zone',
};

const descriptions: { [K in Key]: (value: SiteSettings[K]) => string } = {
	origins: (origins) => (origins.length === 0 ? 'any' : origins.join(', ')),
	capture: (capture) => (capture === 'all' ? 'all events' : 'registered names only'),
	limits: describeLimits,
	appearance: describeAppearance,
	launcher: describeLauncher,
	retention: ({ event_days, visitor_days }) =>
		`events ${count(event_days, 'day')}, visitors ${count(visitor_days, 'day')}`,
	rate_limits: describeRateLimits,
	identity_proofs: (mode) => ({ off: 'ignored', report: 'checked', require: 'required' })[mode],
	presence: (mode) =>
		({ always: 'to publish and export', publishing: 'to publish', off: 'not asked for' })[mode],
	ask_in_words: (isOn) => (isOn ? 'on' : 'off'),
	detect_bots: (detect) => (detect ? 'detected' : 'counted as visitors'),
	answer_context: (kinds) =>
		kinds.length === 0 ? 'none' : kinds.map((kind) => kind.replace('_', ' ')).join(', '),
	time_zone: (zone) => zone,
};

/** Describes the value of a setting. */
export function describeSetting<K extends Key>(key: K, value: SiteSettings[K]): string {
	return descriptions[key](value);
}

export function settingName(key: Key): string {
	return names[key];
}

/**
 * Describes the changed settings.
 *
 * @example
 * describeChanges({ time_zone: 'UTC' }, { time_zone: 'Asia/Tokyo' }); // ['Time zone: UTC → Asia/Tokyo']
 */
export function describeChanges<K extends Key>(
	before: Pick<SiteSettings, K>,
	after: Pick<SiteSettings, K>,
): string[] {
	return (Object.keys(after) as K[]).flatMap((key) => {
		const [was, is] = [describeSetting(key, before[key]), describeSetting(key, after[key])];
		return was === is ? [] : [`${names[key]}: ${was} → ${is}`];
	});
}

function describeLimits({
	cooldown_days: cooldown,
	window,
	per_session: session,
	displays_per_day: daily,
	holdout,
}: SiteSettings['limits']) {
	return [
		cooldown > 0 ? `${count(cooldown, 'day')} between prompts` : 'no cooldown',
		...(window ? [`${window.displays} within ${count(window.days, 'day')}`] : []),
		...(session ? [`${session} per session`] : []),
		...(daily ? [`${daily} displays a day`] : []),
		...(holdout > 0 ? [`holdout of ${formatShare(holdout)}`] : []),
	].join(', ');
}

function describeAppearance(appearance: SiteSettings['appearance']): string {
	const parts = Object.entries(appearance).filter(([, value]) => value !== undefined);
	if (parts.length === 0) return 'default';
	return parts.map(([key, value]) => `${key} ${String(value).replace('_', ' ')}`).join(', ');
}

function describeLauncher(launcher: SiteSettings['launcher']): string {
	if (!launcher) return 'none';
	const { survey_id, position, target, label, translations } = launcher;
	const languages = Object.keys(translations ?? {});
	return [
		`opens ${survey_id}`,
		target === undefined ? position.replace('_', ' ') : `in ${target}`,
		...(label === undefined ? [] : [`“${label}”`]),
		...(languages.length > 0 ? [`translated to ${languages.map(nameLanguage).join(', ')}`] : []),
	].join(', ');
}

function describeRateLimits({ site, address, subject }: SiteSettings['rate_limits']): string {
	const describe = (whose: string, { per_second, burst }: typeof site) =>
		`${whose} ${per_second} per second and ${burst} at once`;
	return [
		describe('all visitors', site),
		describe('one address', address),
		describe('one visitor', subject),
	].join(', ');
}

function count(number: number, unit: string): string {
	return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
