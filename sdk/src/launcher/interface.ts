import type { Core } from '../later/interface.ts';

/** What the file of the launcher uses of the SDK. */
export type LauncherPage = {
	core: Pick<Core, 'log' | 'settings' | 'write'>;
	presenter: {
		/** A prompt is open, or none may be shown. */
		isBlocked(): boolean;
		/** Called whenever that may have changed. */
		watchers: Set<() => void>;
	};
	/** The launcher that is wanted now; `unknown`, because it may be stored or passed by the app. */
	find(): unknown;
	/** Displays the prompt, as the SDK's `show` does. */
	show(surveyId: string): Promise<boolean>;
};

/** A launcher that has been started. */
export type StartedLauncher = {
	/** Follows what is wanted now. */
	update(): void;
};

export type LauncherModule = { startLauncher(page: LauncherPage): StartedLauncher };
