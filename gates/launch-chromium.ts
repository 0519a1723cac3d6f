import { type Browser, chromium, type LaunchOptions } from 'playwright';

import { findChromium } from './chromium.ts';

/** The machine's Chromium, without any traffic of its own, and with more `args` where a test needs them. */
export function chromiumOptions(...args: string[]): LaunchOptions {
	const executablePath = findChromium();
	return {
		...(executablePath !== undefined && { executablePath }),
		args: [
			'--no-sandbox',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			'--no-first-run',
			'--disable-quic',
			...args,
		],
	};
}

/** Starts that browser. */
export function launchChromium(...args: string[]): Promise<Browser> {
	return chromium.launch(chromiumOptions(...args));
}
