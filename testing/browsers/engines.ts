import type { Engine } from './browser-page.ts';
import { chromium, firefox } from './puppeteer-page.ts';
import { webkit } from './webkit.ts';

/** The browsers in which the journeys run. */
export const engines: readonly Engine[] = [chromium, firefox, webkit];

/** Whether the browser is installed; if not, prints what its tests need. */
export function canStart({ name, packages, isInstalled }: Engine): boolean {
	if (isInstalled()) return true;
	console.log(`${name} is not tested: apt-get install ${packages.join(' ')}`);
	return false;
}
