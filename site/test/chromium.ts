import { existsSync } from 'node:fs';

import { chromium, type Browser } from 'playwright';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The machine's Chromium, or Playwright's own. */
export function launchChromium(): Promise<Browser> {
	const executablePath = installed.find((path) => existsSync(path));
	return chromium.launch({
		...(executablePath && { executablePath }),
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
