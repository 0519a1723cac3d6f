import type { Site } from './database.ts';
import type { PageSettings } from '../../../contract/src/wire.ts';

/** The part of a response with the settings of the site that concern every page. */
export function describePage({ settings, hasLauncherPrompt }: Site): { page?: PageSettings } {
	const { launcher, answer_context: context } = settings;
	const { position: _, ...appearance } = settings.appearance;
	const page = {
		...(launcher && hasLauncherPrompt && { launcher: { ...launcher, appearance } }),
		...(context.length > 0 && { context }),
	};
	return Object.keys(page).length > 0 ? { page } : {};
}
