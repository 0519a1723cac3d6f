import { type Browser, chromium, type LaunchOptions } from 'playwright';

import { findChromium, findShell } from './chromium.ts';

/** Starts the machine's Chromium, without any background traffic. */
export function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
	return launch(findChromium(), options);
}

/**
 * Starts a headless shell, or Chromium if there is none. The shell has no back-forward cache and identifies itself as
 * headless in each request, so it is not suitable for a visitor who should see a prompt.
 */
export function launchShell(options: LaunchOptions = {}): Promise<Browser> {
	return launch(findShell(), options);
}

function launch(
	path: string | undefined,
	{ args = [], ...options }: LaunchOptions,
): Promise<Browser> {
	return chromium.launch({
		...(path !== undefined && { executablePath: path }),
		args: [
			'--no-sandbox',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			'--no-first-run',
			'--disable-quic',
			// The full browser has all of these; a headless shell has only the first.
			'--accept-lang=en-US,en',
			...args,
		],
		...options,
	});
}
