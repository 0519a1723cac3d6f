import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from 'vitest';

import { budget, http, ingest, pages, race, visible } from '../src/figures/measured.ts';
import { contentFolder } from './content-files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const figure = (value: number) => value.toLocaleString('en');

describe('the measured figures of the site', () => {
	let text: string;
	beforeAll(async () => {
		const results = await readFile(`${root}e2e/bench/RESULTS.md`, 'utf8');
		text = results.replaceAll(/ +/g, ' ');
	});

	it('match the benchmark results', () => {
		const wanted = [
			...[...ingest.rows, ingest.shared].map(
				({ share, cpu }) => `| ${share.toFixed(2)} (${cpu}) |`,
			),
			...ingest.goals.map((goal) => `| ${goal.toFixed(2)} |`),
			`events/s | ${figure(ingest.batch.perSecond)} |`,
			`CPU per event | ${ingest.batch.cpu} µs |`,
			...budget.rows.map(({ perSecond, share }) => `| ${perSecond} | ${share.toFixed(2)} |`),
			...budget.rows.map(({ flushed }) => `| ${flushed.toFixed(2)} | |`),
			`| | ${budget.none} | | |`,
			`| Calls | ${figure(race.calls)} |`,
			`| New visitors | ${figure(race.visitors)} |`,
			`| Pages per call | ${pages.small} | ${pages.large} |`,
			...http.rows.map(({ what, rate, p99 }) => `| ${what} | ${figure(rate)} | ${p99} ms |`),
			`${figure(http.batched)} events/s`,
			`| First | ${visible.first.ours} | ${visible.first.posthog} |`,
			`| Later | ${visible.later.ours} | ${visible.later.posthog} |`,
			`| First, CPU four times slower | ${visible.slowFirst.ours} (`,
			`) | ${visible.slowFirst.posthog} |`,
			`| Later, CPU four times slower | ${visible.slowLater.ours} | ${visible.slowLater.posthog} |`,
		];
		expect(wanted.filter((words) => !text.includes(words))).toEqual([]);
	});

	it('are not written by hand in any page', async () => {
		for (const page of ['index', 'start/figures', 'compare/overview', 'compare/formbricks']) {
			const source = await readFile(`${contentFolder}/${page}.mdx`, 'utf8');
			expect(source, page).not.toMatch(/\d kB\b|\d µs|80,000|281|127\.2|\b247\b/);
		}
	});
});
