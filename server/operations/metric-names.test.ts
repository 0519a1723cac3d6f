import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import type { Listening } from '../gateway/listen.ts';
import { createMetrics } from '../metrics/metrics.ts';

type Rules = { groups: { rules: { alert: string; expr: string }[] }[] };
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };

let serving: Listening;
let exported: Map<string, string>;

beforeAll(async () => {
	serving = await createMetrics().serve(0, {
		parts: {},
		readFunctions: async () => undefined,
		data: import.meta.dirname,
		database: { address: 'postgres://nobody@127.0.0.1:9/none', lastMaintained: () => undefined },
	});
	const text = await (await fetch(`${serving.url}/metrics`)).text();
	exported = new Map(
		[...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name!, type!]),
	);
});

afterAll(() => serving.stop());

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

/** Names of metrics in an expression or a text, except functions and labels of recording rules. */
function namesIn(text: string): string[] {
	return [...text.matchAll(/\b(?:feedback|process|nodejs)_\w+/g)].map(([name]) =>
		name.replace(/_(bucket|sum|count)$/, ''),
	);
}

const rules = (parse(read('alerts.yaml')) as Rules).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('grafana-dashboard.json')) as Dashboard;
const expressions = [
	...rules.map(({ alert, expr }) => ({ name: `alert ${alert}`, expr })),
	...panels.flatMap(({ title, targets }) =>
		targets.map(({ expr }) => ({ name: `panel “${title}”`, expr })),
	),
];

describe.each(expressions)('$name', ({ expr }) => {
	test('uses only metrics that the server exports, and counters only in rate or increase', () => {
		for (const name of namesIn(expr)) {
			expect([...exported.keys()]).toContain(name);
			if (exported.get(name) === 'counter')
				expect(expr).toMatch(new RegExp(`(rate|increase)\\(${name}`));
		}
	});
});

test('every alert has a case in which it fires', () => {
	const cases = read('alerts.test.yaml');
	for (const { alert } of rules) expect(cases).toContain(`{alertname="${alert}"}`);
});

test('the page about operations lists every metric of the service, and no other', () => {
	const page = read('../../content/self-hosting/operations.mdx');
	const listed = new Set(namesIn(page).filter((name) => name.startsWith('feedback_')));
	const own = [...exported.keys()].filter((name) => name.startsWith('feedback_'));
	expect([...listed].sort()).toEqual(own.sort());
});

test('counters end in _total and nothing else does', () => {
	for (const [name, type] of exported)
		expect(name.endsWith('_total'), name).toBe(type === 'counter');
});
