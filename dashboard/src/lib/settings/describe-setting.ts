import type { SiteSettings } from '@feedback/contract';

type Key = keyof SiteSettings;

const names: Record<Key, string> = {
	origins: 'Origins',
	capture: 'Event capture',
	limits: 'Limits',
	appearance: 'Appearance',
	identity_proofs: 'Identity proofs',
	detect_bots: 'Bots',
	time_zone: 'Time zone',
};

const says: { [K in Key]: (value: SiteSettings[K]) => string } = {
	origins: (origins) => (origins.length === 0 ? 'any' : origins.join(', ')),
	capture: (capture) => (capture === 'all' ? 'all events' : 'registered names only'),
	limits: sayLimits,
	appearance: sayAppearance,
	identity_proofs: (mode) => ({ off: 'ignored', report: 'checked', require: 'demanded' })[mode],
	detect_bots: (detect) => (detect ? 'recognised' : 'treated as people'),
	time_zone: (zone) => zone,
};

/** A setting's value in words. */
export function saySetting<K extends Key>(key: K, value: SiteSettings[K]): string {
	return says[key](value);
}

export function nameSetting(key: Key): string {
	return names[key];
}

/**
 * What is different, setting by setting.
 *
 * @example
 * sayChanges({ time_zone: 'UTC' }, { time_zone: 'Asia/Tokyo' }); // ['Time zone: UTC → Asia/Tokyo']
 */
export function sayChanges<K extends Key>(
	before: Pick<SiteSettings, K>,
	after: Pick<SiteSettings, K>,
): string[] {
	return (Object.keys(after) as K[]).flatMap((key) => {
		const [was, is] = [saySetting(key, before[key]), saySetting(key, after[key])];
		return was === is ? [] : [`${names[key]}: ${was} → ${is}`];
	});
}

function sayLimits({
	cooldown_days: cooldown,
	window,
	per_session: session,
}: SiteSettings['limits']) {
	return [
		cooldown > 0 ? `${count(cooldown, 'day')} between prompts` : 'no pause between prompts',
		...(window ? [`${window.displays} within ${count(window.days, 'day')}`] : []),
		...(session ? [`${session} in one session`] : []),
	].join(', ');
}

function sayAppearance(appearance: SiteSettings['appearance']): string {
	const parts = Object.entries(appearance).filter(([, value]) => value !== undefined);
	if (parts.length === 0) return 'as built in';
	return parts.map(([key, value]) => `${key} ${String(value).replace('_', ' ')}`).join(', ');
}

function count(number: number, unit: string): string {
	return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
