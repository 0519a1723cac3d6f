import { ApiError } from '@feedback/client';
import { instanceSettingsSchema, limits, siteSettingsSchema } from '@feedback/contract';
import type { SiteSettings } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { checkSetting } from './check-setting.ts';
import { SettingsDraft } from './settings-draft.svelte.ts';

const { most } = limits.rate;
const maximums = instanceSettingsSchema.parse({
	retention: { event_days: 20, visitor_days: limits.visitor.days },
	rate_limits: {
		site: { per_second: most.site.perSecond, burst: most.site.burst },
		address: { per_second: most.address.perSecond, burst: most.address.burst },
		subject: { per_second: most.subject.perSecond, burst: most.subject.burst },
	},
});

/** A fake store that anyone can change. */
function createStore() {
	let [settings, version] = [siteSettingsSchema.parse({}), 0];
	const stored = () => ({ ...settings, etag: String(version), maximums });
	return {
		get value() {
			return stored();
		},
		read: () => Promise.resolve(stored()),
		check: (key: keyof SiteSettings, value: unknown) => checkSetting(key, value, maximums),
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
	return new ApiError('conflict', { status: 409, message: 'The settings have changed.', stored });
}

describe('a draft of settings', () => {
	it('is saved, and describes what changed', async () => {
		const store = createStore();
		const draft = new SettingsDraft(store, ['capture', 'time_zone']);
		expect(draft.isChanged).toBe(false);
		draft.typed.capture = 'registered';
		expect(draft.isChanged).toBe(true);
		await draft.save();
		expect(store.value.capture).toBe('registered');
		expect(draft.saved).toEqual(['Event capture: all events → registered names only']);
		expect(draft.isChanged).toBe(false);
	});

	it('does not silently overwrite what another person saved', async () => {
		const store = createStore();
		const draft = new SettingsDraft(store, ['time_zone']);
		draft.typed.time_zone = 'Asia/Tokyo';
		await store.change({ time_zone: 'Europe/Vienna' });
		await draft.save();
		expect(store.value.time_zone).toBe('Europe/Vienna');
		expect(draft.theirs).toMatchObject({
			part: { time_zone: 'Europe/Vienna' },
			by: 'grace@example.com',
		});
		expect(draft.typed.time_zone).toBe('Asia/Tokyo');
		await draft.saveMine();
		expect(store.value.time_zone).toBe('Asia/Tokyo');
		expect(draft.saved).toEqual(['Time zone: Europe/Vienna → Asia/Tokyo']);
	});

	it('can be discarded for the saved values', async () => {
		const store = createStore();
		const draft = new SettingsDraft(store, ['limits']);
		draft.typed.limits.cooldown_days = 3;
		await store.change({ limits: { cooldown_days: 1, holdout: 0 } });
		await draft.save();
		draft.discard();
		expect(draft.typed.limits).toEqual({ cooldown_days: 1, holdout: 0 });
		expect(draft.isChanged).toBe(false);
	});

	it('is saved even if another person changed other settings', async () => {
		const store = createStore();
		const draft = new SettingsDraft(store, ['time_zone']);
		draft.typed.time_zone = 'Asia/Tokyo';
		await store.change({ capture: 'registered' });
		await draft.save();
		expect(store.value).toMatchObject({ time_zone: 'Asia/Tokyo', capture: 'registered' });
	});

	it('of each page is compared with the values that the page showed', async () => {
		const store = createStore();
		const [limits, zone] = [
			new SettingsDraft(store, ['limits']),
			new SettingsDraft(store, ['time_zone']),
		];
		await store.change({ limits: { cooldown_days: 1, holdout: 0 } });
		// Load the newest state on this page; the other one still shows the older state.
		zone.typed.time_zone = 'Asia/Tokyo';
		await zone.save();
		limits.typed.limits.cooldown_days = 3;
		await limits.save();
		expect(limits.theirs?.part).toEqual({ limits: { cooldown_days: 1, holdout: 0 } });
		expect(store.value).toMatchObject({
			time_zone: 'Asia/Tokyo',
			limits: { cooldown_days: 1, holdout: 0 },
		});
	});

	it('stops retrying if another person keeps changing other settings', async () => {
		const store = createStore();
		const draft = new SettingsDraft(
			{ ...store, value: store.value, change: () => Promise.reject(refusal()) },
			['time_zone'],
		);
		draft.typed.time_zone = 'Asia/Tokyo';
		await draft.save();
		expect(draft.problem).toMatchObject({ code: 'conflict' });
		expect(draft.typed.time_zone).toBe('Asia/Tokyo');
	});

	it('keeps invalid values with the errors of the contract, and does not save them', async () => {
		const store = createStore();
		const draft = new SettingsDraft(store, ['origins']);
		draft.typed.origins = ['https://app.example.com', 'app.example.com/x'];
		expect(draft.errorsAt('origins', 1)).toEqual([
			expect.objectContaining({ message: expect.stringContaining('must be an origin such as') }),
		]);
		expect(draft.errorsAt('origins', 0)).toEqual([]);
		await draft.save();
		expect(store.value.origins).toEqual([]);
		expect(draft.typed.origins).toHaveLength(2);
	});

	it('is also checked against the maximums of the instance', () => {
		const draft = new SettingsDraft(createStore(), ['retention']);
		draft.typed.retention = { event_days: 21, visitor_days: 90 };
		expect(draft.errorsAt('retention', 'event_days')).toEqual([
			expect.objectContaining({ message: expect.stringContaining('at most 20') }),
		]);
		expect(draft.errorsAt('retention', 'visitor_days')).toEqual([]);
		draft.typed.retention.event_days = 20;
		expect(draft.errors).toEqual([]);
	});

	it('shows an error from the service at its field, until the field is edited', async () => {
		const store = createStore();
		const refused = new ApiError('invalid_request', {
			status: 400,
			message: 'The maximum was lowered.',
			field: 'retention.event_days',
		});
		const draft = new SettingsDraft(
			{ ...store, value: store.value, change: () => Promise.reject(refused) },
			['retention'],
		);
		draft.typed.retention = { event_days: 15, visitor_days: 90 };
		await draft.save();
		expect(draft.problem).toBeUndefined();
		expect(draft.errorsAt('retention', 'event_days')).toEqual([
			{ path: ['retention', 'event_days'], message: 'The maximum was lowered.' },
		]);
		draft.typed.retention.event_days = 14;
		expect(draft.errors).toEqual([]);
	});

	it('keeps its values if saving fails', async () => {
		const store = createStore();
		const draft = new SettingsDraft(
			{ ...store, value: store.value, change: () => Promise.reject(new Error('Gone.')) },
			['time_zone'],
		);
		draft.typed.time_zone = 'Asia/Tokyo';
		await draft.save();
		expect(draft.problem).toEqual(new Error('Gone.'));
		expect(draft.typed.time_zone).toBe('Asia/Tokyo');
		expect(draft.busy).toBe(false);
	});
});
