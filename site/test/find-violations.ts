import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from 'playwright';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations of accessibility rules that axe finds on the current page, one line each. */
export async function findViolations(page: Page): Promise<string[]> {
	// Sizes are observed after a frame is laid out, so two frames later every observer has run.
	await page.evaluate(
		() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
	);
	// Not added as a script of the page, because the page's policy would block it.
	await page.evaluate(axe);
	// Describing the rules that pass would take a third of the time.
	return page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(
		({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);
}
