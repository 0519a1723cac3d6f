import { computeScore, runChecks } from 'afdocs';
import { expect, it } from 'vitest';

import { startSite } from '../running-site.ts';

const gated = ['markdown-availability', 'content-discoverability', 'url-stability'];

it('is rated as friendly to agents', { timeout: 150_000 }, async () => {
	const base = await startSite();
	const report = await runChecks(base, {
		requestDelay: 0,
		samplingStrategy: 'deterministic',
		maxLinksToTest: 100,
	});
	// Every page was checked, not only the first.
	const found = report.results.find(({ id }) => id === 'markdown-url-support');
	expect(Number(found?.details?.['testedPages'])).toBeGreaterThan(40);
	const failed = report.results.filter(
		({ status, category }) => (status === 'fail' || status === 'error') && gated.includes(category),
	);
	expect(failed.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
	const { overall } = computeScore(report);
	const open = report.results.filter(({ status }) => !['pass', 'skip'].includes(status));
	expect(
		overall,
		open.map(({ id, message }) => `${id}: ${message}`).join('\n'),
	).toBeGreaterThanOrEqual(97);
});
