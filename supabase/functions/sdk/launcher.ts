import type { Site } from './database.ts';
import type { LauncherToDraw } from '../../../contract/src/wire.ts';

/** The part of a response that puts the button of the site on the page. */
export function describeLauncher({ settings, hasLauncherPrompt }: Site): {
	launcher?: LauncherToDraw;
} {
	if (!settings.launcher || !hasLauncherPrompt) return {};
	const { position: _, ...appearance } = settings.appearance;
	return { launcher: { ...settings.launcher, appearance } };
}
