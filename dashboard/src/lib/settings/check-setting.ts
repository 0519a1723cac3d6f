import {
	listExceeded,
	listIssues,
	newLauncherSchema,
	siteSettingsSchema,
} from '@feedback/contract';
import type { InstanceSettings, SiteSettings } from '@feedback/contract';

import type { SettingsError } from './settings-draft.svelte.ts';

const schemas = { ...siteSettingsSchema.shape, launcher: newLauncherSchema.nullable() };

/** Validates the value of a setting against the contract and the maximums of the instance. */
export function checkSetting(
	key: keyof SiteSettings,
	value: unknown,
	maximums: InstanceSettings,
): SettingsError[] {
	const { error } = schemas[key].safeParse(value, { reportInput: true });
	if (error) {
		return listIssues(error).map(({ path, message }) => ({ path: [key, ...path], message }));
	}
	return listExceeded({ [key]: value }, maximums).map(({ path, max }) => ({
		path,
		message: `must be at most ${max}, the maximum of this service`,
	}));
}
