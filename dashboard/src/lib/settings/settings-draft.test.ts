import { ApiError } from '@feedback/client';
import { siteSettingsSchema } from '@feedback/contract';
import type { SiteSettings } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { checkSetting } from './check-setting.ts';
import { SettingsDraft } from './settings-draft.svelte.ts';

/** Settings that anybody may change, as the service keeps them. */
function keepSettings() {
	let [settings, version] = [siteSettingsSchema.parse({}), 0];
	const stored = () => ({ ...settings, etag: String(version) });
	return {
		get value() {
			return stored();
		},
		read: () => Promise.resolve(stored()),
		check: checkSetting,
		change(change: Partial<SiteSettings>, etag?: string) {
			if (etag !== undefined && etag !== String(version)) return Promise.reject(refusal());
			settings = { ...settings, ...change };
			version += 1;
			return Promise.resolve(stored());
		},
	};
}

function refusal() {
	const stored = { etag: 'new', updated_at: null, updated_by: 'grace@example.com' };
	return new ApiError('conflict', { status: 409, message: 'It was changed meanwhile.', stored });
}

describe('settings as somebody types them', () => {
	it('are saved, and say what changed', async () => {
		const kept = keepSettings();
		const draft = new SettingsDraft(kept, ['capture', 'time_zone']);
		expect(draft.isChanged).toBe(false);
		draft.typed.capture = 'registered';
		expect(draft.isChanged).toBe(true);
		await draft.save();
		expect(kept.value.capture).toBe('registered');
		expect(draft.saved).toEqual(['Event capture: all events → registered names only']);
		expect(draft.isChanged).toBe(false);
	});

	it('do not overwrite silently what somebody else saved meanwhile', async () => {
		const kept = keepSettings();
		const draft = new SettingsDraft(kept, ['time_zone']);
		draft.typed.time_zone = 'Asia/Tokyo';
		await kept.change({ time_zone: 'Europe/Vienna' });
		await draft.save();
		expect(kept.value.time_zone).toBe('Europe/Vienna');
		expect(draft.theirs).toMatchObject({
			...{ part: { time_zone: 'Europe/Vienna' }, by: 'grace@example.com' },
		});
		expect(draft.typed.time_zone).toBe('Asia/Tokyo');
		await draft.saveMine();
		expect(kept.value.time_zone).toBe('Asia/Tokyo');
		expect(draft.saved).toEqual(['Time zone: Europe/Vienna → Asia/Tokyo']);
	});

	it('can be given up for theirs', async () => {
		const kept = keepSettings();
		const draft = new SettingsDraft(kept, ['limits']);
		draft.typed.limits.cooldown_days = 3;
		await kept.change({ limits: { cooldown_days: 1 } });
		await draft.save();
		draft.discard();
		expect(draft.typed.limits).toEqual({ cooldown_days: 1 });
		expect(draft.isChanged).toBe(false);
	});

	it('of somebody else that are others do not hinder', async () => {
		const kept = keepSettings();
		const draft = new SettingsDraft(kept, ['time_zone']);
		draft.typed.time_zone = 'Asia/Tokyo';
		await kept.change({ capture: 'registered' });
		await draft.save();
		expect(kept.value).toMatchObject({ time_zone: 'Asia/Tokyo', capture: 'registered' });
	});

	it('of several pages are each saved on top of what that page showed', async () => {
		const kept = keepSettings();
		const [limits, zone] = [
			new SettingsDraft(kept, ['limits']),
			new SettingsDraft(kept, ['time_zone']),
		];
		await kept.change({ limits: { cooldown_days: 1 } });
		// This page learns of the newest state; the other one still shows the older.
		zone.typed.time_zone = 'Asia/Tokyo';
		await zone.save();
		limits.typed.limits.cooldown_days = 3;
		await limits.save();
		expect(limits.theirs?.part).toEqual({ limits: { cooldown_days: 1 } });
		expect(kept.value).toMatchObject({ time_zone: 'Asia/Tokyo', limits: { cooldown_days: 1 } });
	});

	it('that somebody else never stops changing are not tried for ever', async () => {
		const kept = keepSettings();
		const draft = new SettingsDraft(
			{ ...kept, value: kept.value, change: () => Promise.reject(refusal()) },
			['time_zone'],
		);
		draft.typed.time_zone = 'Asia/Tokyo';
		await draft.save();
		expect(draft.problem).toMatchObject({ code: 'conflict' });
		expect(draft.typed.time_zone).toBe('Asia/Tokyo');
	});

	it('that are wrong stay, with the contract’s own words, and are not saved', async () => {
		const kept = keepSettings();
		const draft = new SettingsDraft(kept, ['origins']);
		draft.typed.origins = ['https://app.example.com', 'app.example.com/x'];
		expect(draft.faultsAt('origins', 1)).toEqual([
			expect.objectContaining({ message: expect.stringContaining('must be an origin such as') }),
		]);
		expect(draft.faultsAt('origins', 0)).toEqual([]);
		await draft.save();
		expect(kept.value.origins).toEqual([]);
		expect(draft.typed.origins).toHaveLength(2);
	});

	it('that could not be saved stay typed', async () => {
		const kept = keepSettings();
		const draft = new SettingsDraft(
			{ ...kept, value: kept.value, change: () => Promise.reject(new Error('Gone.')) },
			['time_zone'],
		);
		draft.typed.time_zone = 'Asia/Tokyo';
		await draft.save();
		expect(draft.problem).toEqual(new Error('Gone.'));
		expect(draft.typed.time_zone).toBe('Asia/Tokyo');
		expect(draft.busy).toBe(false);
	});
});
