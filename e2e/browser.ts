import { type Browser, chromium } from 'playwright';

/** A visitor's browser: the service takes headless Chromium's own name for a bot, and rightly so. */
export const userAgent =
	'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

/** The system's Chromium, without traffic of its own. */
export function launchBrowser(): Promise<Browser> {
	return chromium.launch({
		executablePath: process.env['FEEDBACK_CHROMIUM'] ?? '/usr/bin/chromium',
		args: [
			'--no-sandbox',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			'--no-first-run',
			'--disable-quic',
		],
	});
}
