// Prometheus's own tools on our files, and Prometheus itself on a server's metrics.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { demo } from '../../server/demo/demo.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { startReportingApp } from '../../testing/stack/reporting-app.ts';
import { type Stack, startStack } from '../../server/stack/start-stack.ts';
import { type Debian, freshDebian } from './fresh-debian.ts';

const operations = join(import.meta.dirname, '../../server/operations');

let debian: Debian;
let stack: Stack;

beforeAll(async () => {
	debian = await freshDebian(['prometheus']);
	for (const name of ['alerts.yaml', 'alerts.test.yaml'])
		debian.copy(join(operations, name), `root/${name}`);
	stack = await startStack({ demo, ports: 'free', quiet: true, telemetry: { metricsListen: 0 } });
	const app = startReportingApp(stack.gatewayUrl, stack.siteId);
	await vi.waitFor(() => expect(app.stored.length).toBeGreaterThan(3), 30_000);
	await app.stop();
}, 600_000);

afterAll(async () => {
	await stack?.stop();
	await debian?.remove();
});

test('the alert rules are valid, and fire when they should', async () => {
	await debian.run(
		'cd /root; promtool check rules alerts.yaml; promtool test rules alerts.test.yaml',
	);
});

test('the metrics follow the conventions of Prometheus', async () => {
	const text = await (await fetch(stack.metricsUrl!)).text();
	writeFileSync(join(debian.folder, 'root/metrics.txt'), text);
	await debian.run('promtool check metrics </root/metrics.txt');
});

test('Prometheus parses the metrics as OpenMetrics and loads the rules', async () => {
	const port = await findFreePort();
	const { host } = new URL(stack.metricsUrl!);
	const config = `
scrape_configs:
  - job_name: feedback
    scrape_interval: 1s
    static_configs:
      - targets: ['${host}']
rule_files: [alerts.yaml]
`;
	writeFileSync(join(debian.folder, 'root/prometheus.yaml'), config);
	void debian.try(
		`exec prometheus --config.file=/root/prometheus.yaml --storage.tsdb.path=/root/tsdb \\
			--web.listen-address=127.0.0.1:${port} >/root/prometheus.log 2>&1`,
	);
	type Answer = { data: { result: { value: [number, string] }[]; groups: { rules: unknown[] }[] } };
	const read = async (path: string) => {
		const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => undefined);
		return ((await response?.json()) as Answer | undefined)?.data;
	};
	const value = async (query: string) =>
		(await read(`query?query=${encodeURIComponent(query)}`))?.result[0]?.value[1];
	await expect.poll(() => value('up{job="feedback"}'), { timeout: 30_000 }).toBe('1');
	expect(Number(await value('feedback_events_total{status="recorded"}'))).toBeGreaterThan(3);
	expect(Number(await value('feedback_http_request_duration_seconds_count'))).toBeGreaterThan(3);
	const rules = (await read('rules'))?.groups.flatMap((group) => group.rules);
	const written = readFileSync(join(operations, 'alerts.yaml'), 'utf8').match(/- alert:/g);
	expect(rules).toHaveLength(written!.length);
});
