import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the violations that axe finds in the prompt, or in another element; the page around it is not tested. */
export async function findViolations(page: Page, within = 'feedback-prompt'): Promise<string[]> {
	if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(script);
	// Reports only one element per passed rule, because describing all of them takes a third of axe's time.
	const { violations, passes } = await page.evaluate<AxeResults>(
		`axe.run({ include: ['${within}'] }, { resultTypes: ['violations'] })`,
	);
	if (passes.length < 5) throw new Error('axe did not look into the element');
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
	);
}
