// Loads the file of the launcher once an idle page has one: a setting of the site, which responses contain and this
// device remembers, or an option of `init`.
import { launcherHiddenDays } from '@feedback/contract/shared-limits';

import { toNumber, toRecord } from '../json.ts';
import type { StartedLauncher } from '../launcher/interface.ts';
import type { Core } from './interface.ts';
import type { Presenter } from './presenter.ts';

const hiddenMs = launcherHiddenDays * 86_400_000;
/** Milliseconds after which a page that is never idle loads it nevertheless. */
const maxWaitMs = 5_000;

export function createLauncher(
	core: Core,
	presenter: Presenter,
	show: (surveyId: string) => Promise<boolean>,
) {
	const { read, settings } = core;
	let loading: Promise<StartedLauncher> | undefined;

	/** The launcher that is wanted on this page. The app's own comes before that of the site; `false` means none. */
	const find = () =>
		!settings().isStopped &&
		!(Date.now() - toNumber(read('launcher_hidden')) < hiddenMs) &&
		(settings().launcher ?? toRecord(read('page'))['launcher']);

	function update(): void {
		if (loading || find())
			(loading ??= load()).then(
				(launcher) => launcher.update(),
				// The page is complete without it.
				() => {},
			);
	}

	async function load(): Promise<StartedLauncher> {
		// Safari has no idle callbacks.
		const wait = globalThis.requestIdleCallback ?? setTimeout;
		await new Promise((resolve) => wait(resolve, { timeout: maxWaitMs } as never));
		await settings().verify?.(...__FEEDBACK_LAUNCHER__);
		const { startLauncher } = await import('../launcher/start-launcher.ts');
		return startLauncher({ core, presenter, find, show });
	}

	return { update };
}
