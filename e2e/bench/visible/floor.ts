// Measures the browser's own time from a call to a visible box, step by step, in the same way as visible.ts: no SDK can
// be faster. Run it with: npx node e2e/bench/visible/floor.ts
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { launchChromium } from '../../../testing/launch-chromium.ts';
import { slowDown } from './watch.ts';

const runs = Number(process.env['BENCH_RUNS'] ?? 5);

/** About 10 kB of gzip that does nothing. */
const large = `/*${randomBytes(6_600).toString('hex')}*/export {};`;

const files: Record<string, [type: string, body: string]> = {
	'/': ['text/html', '<!doctype html><meta charset="utf-8"><title>Floor</title><h1>Reports</h1>'],
	'/answer': ['application/json', '{"reason":"displayed"}'],
	'/small.js': ['text/javascript', 'export {};'],
	'/large.js': ['text/javascript', large],
};

type Step = { name: string; module: string; shadow?: boolean; popover?: boolean };

const steps: Step[] = [
	{ name: 'JSON, 10 bytes of module, a box', module: '/small.js' },
	{ name: '… 10 kB of module', module: '/large.js' },
	{ name: '… in a shadow root with a sheet', module: '/large.js', shadow: true },
	{ name: '… as a popover', module: '/large.js', shadow: true, popover: true },
];

/** Runs in the page: milliseconds until the box has a size in a frame. */
async function climb({ module, shadow, popover }: Step): Promise<number> {
	const begun = performance.now();
	const answer = await fetch('/answer', { method: 'POST', body: '{}', keepalive: true });
	await answer.json();
	await import(module);
	const [host, box] = [document.createElement('div'), document.createElement('div')];
	box.className = 'box';
	box.textContent = 'What could we do better?';
	const rules = '.box{position:fixed;inset:auto 20px 20px auto;width:384px;padding:20px}';
	const root = shadow ? host.attachShadow({ mode: 'open' }) : host;
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(rules);
	(shadow ? (root as ShadowRoot) : document).adoptedStyleSheets = [sheet];
	root.append(box);
	if (popover) box.popover = 'manual';
	document.body.append(host);
	if (popover) box.showPopover();
	await new Promise<void>((resolve) => {
		const look = () =>
			box.getBoundingClientRect().width ? resolve() : requestAnimationFrame(look);
		requestAnimationFrame(look);
	});
	return performance.now() - begun;
}

const server = createServer((request, response) => {
	const [type, body] = files[request.url ?? ''] ?? ['text/plain', ''];
	request.resume();
	request.on('end', () => response.writeHead(200, { 'content-type': type }).end(body));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const browser = await launchChromium();
const rows = [1, 4].flatMap((throttle) =>
	steps.map((step) => ({ throttle, step, times: [] as number[] })),
);
for (let run = 0; run < runs; run++) {
	for (const { throttle, step, times } of rows) {
		const page = await browser.newPage();
		await page.goto(url);
		await slowDown(page, { latency: 100, throttle });
		await page.waitForTimeout(1_000);
		times.push((await page.evaluate(`(${String(climb)})(${JSON.stringify(step)})`)) as number);
		await page.close();
	}
}
console.table(
	rows.map(({ throttle, step, times }) => {
		const sorted = times.toSorted((one, other) => one - other).map(Math.round);
		const median = sorted[Math.floor(sorted.length / 2)];
		return { step: step.name, 'slower CPU': `${throttle}×`, median, least: sorted[0] };
	}),
);
await browser.close();
server.closeAllConnections();
server.close();
