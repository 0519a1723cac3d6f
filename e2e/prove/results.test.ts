import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from '../../server/layout/tree.ts';
import { isMet, listFigures } from './figure.ts';
import { parts } from './parts.ts';
import { printResults, resultsPage } from './print-results.ts';
import { printResult, readResults, resultsFolder } from './result.ts';

const results = readResults();

describe('RESULTS.md', () => {
	it('is what the results say: `npm run prove -- --write`', async () => {
		expect(printResults(results)).toBe(await readFile(resultsPage, 'utf8'));
	});
});

describe('a result', () => {
	it.each(results.map((result) => ({ part: result.part, result })))(
		'$part: names each figure once, judges it by its goal, and is written as a run writes it',
		async ({ part, result }) => {
			const names = result.figures.map(({ name }) => name);
			expect(new Set(names).size).toBe(names.length);
			for (const { name, table, row, column, unit, value, goal, met } of result.figures) {
				const labelled = unit === '' ? column : `${column}, ${unit}`;
				expect(listFigures(table, { [row]: { [labelled]: value } })[0]).toMatchObject({ name });
				expect(met, name).toBe(goal && isMet(value, goal));
			}
			expect(await readFile(join(resultsFolder, `${part}.json`), 'utf8')).toBe(printResult(result));
		},
	);

	it('is of a part, or was measured by hand or in a rehearsal', () => {
		const others = results.filter(({ part }) => !Object.hasOwn(parts, part));
		expect(others.map(({ command }) => command ?? 'by hand').toSorted()).toEqual([
			'by hand',
			'by hand',
			'by hand',
			'by hand',
			'npm run rehearse backup',
		]);
	});
});

describe('a part', () => {
	it.each(Object.entries(parts))('%s has its script', async (_, { script }) => {
		const file = script.find((argument) => /^(e2e|node_modules)\//.test(argument))!;
		expect((await readFile(join(root, file), 'utf8')).length).toBeGreaterThan(0);
	});

	it('names its figures by table, row and column, with the unit after a comma', () => {
		const [figure] = listFigures('16 clients', {
			'10,000 prompts, × 2': { 'CPU, µs': { value: 9, goal: { at_most: 8 }, detail: 'Deno' } },
		});
		expect(figure).toEqual({
			name: '16-clients.10000-prompts-x-2.cpu',
			table: '16 clients',
			row: '10,000 prompts, × 2',
			column: 'CPU',
			value: 9,
			unit: 'µs',
			detail: 'Deno',
			goal: { at_most: 8 },
			met: false,
		});
	});
});
