import { listIssues, siteSettingsSchema } from '@feedback/contract';
import type { SiteSettings } from '@feedback/contract';

import type { SettingsFault } from './settings-draft.svelte.ts';

/** What is wrong with the value of a setting, by the contract. */
export function checkSetting(key: keyof SiteSettings, value: unknown): SettingsFault[] {
	const { error } = siteSettingsSchema.shape[key].safeParse(value);
	if (!error) return [];
	return listIssues(error).map(({ path, message }) => ({ path: [key, ...path], message }));
}
