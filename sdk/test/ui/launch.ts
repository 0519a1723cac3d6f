import type { Browser } from 'playwright';

import { launchShell } from '../../../testing/launch-chromium.ts';

/** Starts Chromium without font hinting, so that letters have the same shapes on every machine. */
export const launch = (): Promise<Browser> =>
	launchShell({ args: ['--font-render-hinting=none', '--process-per-site'] });
