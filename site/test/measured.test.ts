import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from 'vitest';

import { http, ingest, pages, race } from '../src/figures/measured.ts';
import { contentFolder } from './content-files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const figure = (value: number) => value.toLocaleString('en');

describe('the measured figures of the site', () => {
	let text: string;
	beforeAll(async () => {
		const architecture = await readFile(`${root}ARCHITECTURE.md`, 'utf8');
		text = /^## Figures\n([\s\S]*?)^## /m.exec(architecture)![1]!;
	});

	it('are those of ARCHITECTURE.md', () => {
		const wanted = [
			...[...ingest.rows, ingest.shared].flatMap(({ share, cpu }) => [share.toFixed(2), `(${cpu}`]),
			...ingest.goals.map(String),
			`${figure(ingest.batch.perSecond)} events/s`,
			`${ingest.batch.cpu} µs of CPU`,
			`${figure(race.calls)} calls`,
			`${figure(race.visitors)} new visitors`,
			`${pages.small} pages`,
			`and ${pages.large} when`,
			...http.rows.flatMap(({ rate, p99 }) => [figure(rate), `${p99} ms`]),
			`${figure(http.batched)} events/s`,
		];
		expect(wanted.filter((words) => !text.includes(words))).toEqual([]);
	});

	it('stand in no page by hand', async () => {
		for (const page of ['index', 'start/figures', 'compare/overview', 'compare/formbricks']) {
			const source = await readFile(`${contentFolder}/${page}.mdx`, 'utf8');
			expect(source, page).not.toMatch(/\d kB\b|\d µs|80,000|281|127\.2|\b247\b/);
		}
	});
});
