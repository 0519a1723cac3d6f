// One journey in each browser that is installed; `npm run rehearse browsers` runs all.
import { describe, expect, it } from 'vitest';

import { canStart, engines } from '../../../testing/browsers/engines.ts';
import { journeys, runJourney } from './journeys.ts';

const [name, journey] = Object.entries(journeys)[0]!;

describe.each(engines.filter(canStart))('in $name', (engine) => {
	it(name, async () => {
		const page = await engine.start();
		try {
			await runJourney(page, journey);
			expect(page.version).toMatch(/^\d/);
		} finally {
			await page.close();
		}
	});
});
