import type { Browser } from 'playwright';

import { launchChromium } from '../../../gates/launch-chromium.ts';

/** Letters have the same shapes on every machine. */
export const launch = (): Promise<Browser> => launchChromium('--font-render-hinting=none');
