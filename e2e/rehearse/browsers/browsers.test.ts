// Every journey in every browser. The page about supported browsers shows the results, so a run with FEEDBACK_WRITE_RESULTS=yes writes
// them to `site/src/reference/browser-results.json`.
import { readFileSync, writeFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { journeys, runJourney } from '../../../sdk/test/engines/journeys.ts';
import type { BrowserPage } from '../../../testing/browsers/browser-page.ts';
import { engines } from '../../../testing/browsers/engines.ts';

const file = new URL('../../../site/src/reference/browser-results.json', import.meta.url);

type Result = { browser: string; version: string; date: string; journeys: Record<string, boolean> };

const results: Result[] = [];

describe.each(engines)('in $name', (engine) => {
	let page: BrowserPage;
	let result: Result;

	beforeAll(async () => {
		if (!engine.isInstalled()) {
			throw new Error(`${engine.name} is missing: apt-get install ${engine.packages.join(' ')}`);
		}
		page = await engine.start();
		const date = new Date().toISOString().slice(0, 10);
		result = { browser: page.browser, version: page.version, date, journeys: {} };
		results.push(result);
	});
	afterAll(() => page?.close());

	it.each(Object.entries(journeys))('%s', async (name, journey) => {
		result.journeys[name] = false;
		await runJourney(page, journey);
		result.journeys[name] = true;
	});
});

it('the results of the documentation are those of these journeys', () => {
	if (process.env['FEEDBACK_WRITE_RESULTS'] === 'yes') {
		writeFileSync(file, `${JSON.stringify(results, null, '\t')}\n`);
	}
	const written = JSON.parse(readFileSync(file, 'utf8')) as Result[];
	expect(written.map(({ browser, journeys: of }) => [browser, of])).toEqual(
		results.map(({ browser, journeys: of }) => [browser, of]),
	);
});
