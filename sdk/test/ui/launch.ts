import { type Browser, chromium } from 'playwright';

/** The system's Chromium, without any traffic of its own. */
export function launch(): Promise<Browser> {
	return chromium.launch({
		executablePath: process.env['FEEDBACK_CHROMIUM'] ?? '/usr/bin/chromium',
		args: [
			'--no-sandbox',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			'--no-first-run',
			'--disable-quic',
			'--font-render-hinting=none',
		],
	});
}
