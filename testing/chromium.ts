// Finds the browser for the tests; as root on Debian, it may install one.
import { existsSync } from 'node:fs';

import { chromium } from 'playwright';

import { installPackage } from './debian.ts';

const usual = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome-stable',
	'/usr/bin/google-chrome',
	'/snap/bin/chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of a Chromium, preferably the one in `FEEDBACK_CHROMIUM`; `undefined` if there is none. */
export function findChromium(): string | undefined {
	const asked = process.env['FEEDBACK_CHROMIUM'];
	if (asked) return existsSync(asked) ? asked : undefined;
	return [...usual, chromium.executablePath()].find((path) => path && existsSync(path));
}

// The same engine without browser windows. With it, a test file takes a quarter less CPU time.
const shell = '/usr/bin/chromium-headless-shell';

/** Path of a headless shell; if there is none, or if `FEEDBACK_CHROMIUM` is set, the path of `findChromium`. */
export function findShell(): string | undefined {
	const isUsed = !process.env['FEEDBACK_CHROMIUM'] && existsSync(shell);
	return isUsed ? shell : findChromium();
}

/** Installs the headless shell if possible; without it, the same tests are slower. */
export async function ensureShell(log: (line: string) => void): Promise<string | undefined> {
	if (!process.env['FEEDBACK_CHROMIUM'] && !existsSync(shell)) {
		await installPackage('chromium-headless-shell', log);
	}
	return findShell();
}

/** Like `findChromium`, but installs Debian's package if possible; otherwise throws an error with the command to run. */
export async function ensureChromium(log: (line: string) => void): Promise<string> {
	const found = findChromium();
	if (found) return found;
	await installPackage('chromium', log);
	const installed = findChromium();
	if (installed) return installed;
	throw new Error(
		[
			'The tests need Chromium, and none was found. Install it with one of these, then run npm test again:',
			'  sudo apt-get install chromium        (Debian, Ubuntu)',
			'  npx playwright install chromium      (any system; downloads Playwright’s own)',
			'or set FEEDBACK_CHROMIUM to the path of one.',
		].join('\n'),
	);
}
