import { listIssues, siteSettingsSchema } from '@feedback/contract';
import type { SiteSettings } from '@feedback/contract';

import type { SettingsError } from './settings-draft.svelte.ts';

/** Validates the value of a setting by the contract. */
export function checkSetting(key: keyof SiteSettings, value: unknown): SettingsError[] {
	const { error } = siteSettingsSchema.shape[key].safeParse(value);
	if (!error) return [];
	return listIssues(error).map(({ path, message }) => ({ path: [key, ...path], message }));
}
