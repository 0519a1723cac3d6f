// The script tag as the docs show it: the page neither waits for the script nor breaks without it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { scriptStub } from '@feedback/contract/script-tag';
import type { Page, Route } from 'playwright';
import { describe, expect } from 'vitest';

import { answerEvents, displayPrompt } from './answers.ts';
import { test } from './fixture.ts';
import type { Service } from './service.ts';

declare global {
	interface Window {
		/** Results of the calls that the page made. */
		settled: Record<string, unknown>;
		rejections: number;
	}
}

const docs = readFileSync(
	join(import.meta.dirname, '../../../content/install/script-tag.mdx'),
	'utf8',
);
/** The first example of the page. */
const snippet = /```html[^\n]*\n([\s\S]*?)```/.exec(docs)![1]!;
const address = /src="([^"]+)"/.exec(snippet)![1]!;

/** Adds a page with the tags from the docs, and with other content below them. */
function addPage(service: Service, more = '', tags = snippet): void {
	service.pages.set(
		'/tagged',
		`<script>
			window.settled = {};
			window.notices = [];
			window.rejections = 0;
			addEventListener('unhandledrejection', () => window.rejections++);
		</script>
		${tags.replaceAll(address, '/sdk/feedback.js')}
		<script>Feedback.on((notice) => window.notices.push(notice))</script>
		<h1>Reports</h1>${more}`,
	);
}

/** Calls the SDK from the page, and stores the results of the promises under these names. */
const call = (calls: Record<string, string>) =>
	`<script>${Object.entries(calls)
		.map(
			([name, code]) =>
				`Promise.resolve(${code}).then((value) => settled.${name} = value, (error) => settled.${name} = error.name);`,
		)
		.join('\n')}</script>`;

/** Delays the script; returns a function that delivers it. */
async function holdScript(page: Page): Promise<() => Promise<void>> {
	const held: Route[] = [];
	await page.route('**/sdk/feedback.js', (route) => void held.push(route));
	return async () => {
		await expect.poll(() => held.length).toBeGreaterThan(0);
		for (const route of held.splice(0)) await route.continue();
		await page.unroute('**/sdk/feedback.js');
	};
}

const isThere = (page: Page) =>
	page.waitForFunction(() => window.Feedback && !('replay' in window.Feedback));

const readSettled = (page: Page) => page.evaluate(() => window.settled);

const readNotices = (page: Page) =>
	page.evaluate(() =>
		window.notices.map((notice) =>
			notice.type === 'error' ? `error:${notice.error.code}` : notice.type,
		),
	);

const showEach = (service: Service) => {
	service.script = ({ body }) =>
		body.decide ? { body: answerEvents(body, displayPrompt()) } : undefined;
};

describe('while the script is loading', () => {
	test('the page is painted and parsed to its end', async ({ context, service }) => {
		addPage(service);
		const page = await context.newPage();
		const release = await holdScript(page);
		await page.goto(`${service.url}/tagged`, { waitUntil: 'commit' });
		await page.waitForFunction(
			() =>
				performance.getEntriesByName('first-contentful-paint').length > 0 &&
				document.readyState === 'interactive',
		);
		await release();
		await isThere(page);
		const [painted, arrived] = await page.evaluate(() => [
			performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
			(performance.getEntriesByType('resource') as PerformanceResourceTiming[]).find(({ name }) =>
				name.endsWith('/sdk/feedback.js'),
			)!.responseEnd,
		]);
		expect(painted).toBeLessThan(arrived!);
	});

	test('calls are queued and made in their order', async ({ context, service }) => {
		showEach(service);
		addPage(
			service,
			call({
				identify: `Feedback.identify('alice', { plan: 'pro' })`,
				first: `Feedback.event('one', { format: 'pdf' })`,
				reset: `Feedback.reset()`,
				again: `Feedback.identify('bob')`,
				second: `Feedback.event('two')`,
				empty: `Feedback.event('')`,
				ready: `Feedback.ready().then(() => 'ready')`,
				visitor: `Feedback.visitorId()`,
			}),
		);
		const page = await context.newPage();
		const release = await holdScript(page);
		await page.goto(`${service.url}/tagged`, { waitUntil: 'domcontentloaded' });
		expect(service.requests).toEqual([]);
		expect((await readSettled(page))['empty']).toBe('TypeError');
		await release();
		await expect.poll(async () => Object.keys(await readSettled(page)).length).toBe(8);
		expect(await readSettled(page)).toEqual({
			empty: 'TypeError',
			ready: 'ready',
			first: false,
			second: true,
			identify: undefined,
			again: undefined,
			reset: undefined,
			visitor: undefined,
		});
		const [one, two] = service.to('events');
		expect(one).toMatchObject({
			site: 'site_demo000000',
			identify: { account: 'alice', traits: { plan: 'pro' } },
			events: [{ name: 'one', properties: { format: 'pdf' } }],
		});
		expect(two).toMatchObject({ identify: { account: 'bob' }, events: [{ name: 'two' }] });
		expect(two!.visitor).not.toBe(one!.visitor);
		expect(await page.evaluate(() => window.rejections)).toBe(0);
	});

	test('an event before init is made by it, as with the script', async ({ context, service }) => {
		const early = `<script>${scriptStub}</script>${call({ early: `Feedback.event('early')` })}
			<script>window.order = []; Feedback.on((notice) => order.push(notice.error?.code ?? notice.type))</script>`;
		addPage(service, call({ late: `Feedback.event('late')` }), early + snippet);
		const page = await context.newPage();
		await page.goto(`${service.url}/tagged`);
		await expect.poll(() => readSettled(page)).toEqual({ early: false, late: false });
		expect(service.to('events').map(({ events }) => events[0]!.name)).toEqual(['early', 'late']);
	});

	test('a listener can be removed before and after loading', async ({ context, service }) => {
		addPage(
			service,
			`<script>
				window.heard = [];
				const offs = ['a', 'b', 'c'].map((name) => Feedback.on(() => heard.push(name)));
				offs[0]();
			</script>${call({ one: `Feedback.event('one')` })}`,
		);
		const page = await context.newPage();
		await page.goto(`${service.url}/tagged`);
		await expect.poll(() => readSettled(page)).toEqual({ one: false });
		await page.evaluate(() => {
			(0, eval)('offs[1]()');
			return window.Feedback!.event('two');
		});
		expect(await page.evaluate(() => (0, eval)('heard') as string[])).toEqual(['b', 'c', 'c']);
	});

	test('references that the page has stored still work', async ({ context, service }) => {
		addPage(service, '<script>window.kept = Feedback; window.report = Feedback.event;</script>');
		const page = await context.newPage();
		await page.goto(`${service.url}/tagged`);
		await isThere(page);
		const results = await page.evaluate(async () => {
			const { kept, report } = window as unknown as {
				kept: NonNullable<Window['Feedback']>;
				report: NonNullable<Window['Feedback']>['event'];
			};
			return [
				kept === window.Feedback,
				kept.visitorId() === window.Feedback!.visitorId(),
				await report('one'),
				await report('').catch((error: Error) => error.name),
			];
		});
		expect(results).toEqual([false, true, false, 'TypeError']);
		expect(service.eventIds().size).toBe(1);
	});

	test('promises resolve after a time limit; the event is recorded, without a prompt', async ({
		context,
		service,
	}) => {
		showEach(service);
		addPage(
			service,
			call({
				event: `Feedback.event('one', {}, { eventProof: 'a.b.c' })`,
				show: `Feedback.show('export-experience')`,
				ready: `Feedback.ready().then(() => 'ready')`,
			}),
		);
		const page = await context.newPage();
		await page.clock.install();
		const release = await holdScript(page);
		await page.goto(`${service.url}/tagged`, { waitUntil: 'domcontentloaded' });
		await page.clock.fastForward(5_000);
		await expect
			.poll(() => readSettled(page))
			.toEqual({ event: false, show: false, ready: 'ready' });
		expect(await readNotices(page)).toEqual(['error:timeout', 'error:timeout']);
		await release();
		await isThere(page);
		await page.clock.fastForward(1_000);
		await expect.poll(() => service.to('events').length).toBe(1);
		expect(service.to('events')[0]).toMatchObject({
			decide: false,
			events: [{ name: 'one', proof: 'a.b.c' }],
		});
		expect(service.to('show')).toEqual([]);
		expect(await page.evaluate(() => window.Feedback!.event('two'))).toBe(true);
	});
});

describe('when the script does not load', () => {
	const blocked: Record<string, [stop: (route: Route) => Promise<void>, policy?: string]> = {
		'as it is not found': [(route) => route.fulfill({ status: 404, body: 'Not found' })],
		'as an extension stops it': [(route) => route.abort('blockedbyclient')],
		'as an extension answers for it': [
			(route) => route.fulfill({ contentType: 'text/javascript', body: '' }),
		],
		'as the browser cannot read it': [
			(route) => route.fulfill({ contentType: 'text/javascript', body: 'let let let' }),
		],
		'as the policy of the page forbids it': [
			(route) => route.continue(),
			`script-src 'unsafe-inline'`,
		],
	};

	test.for(Object.entries(blocked))(
		'%s, the page continues to work',
		async ([, [stop, policy]], { context, service }) => {
			const meta = policy && `<meta http-equiv="content-security-policy" content="${policy}">`;
			addPage(
				service,
				call({ early: `Feedback.event('early')`, ready: `Feedback.ready().then(() => 'ready')` }),
				`${meta ?? ''}${snippet}`,
			);
			const page = await context.newPage();
			const problems: string[] = [];
			page.on('pageerror', ({ message }) => problems.push(message));
			await page.route('**/sdk/feedback.js', stop);
			await page.goto(`${service.url}/tagged`);
			await expect.poll(() => readSettled(page)).toEqual({ early: false, ready: 'ready' });
			const results = await page.evaluate(async () => {
				const sdk = window.Feedback!;
				sdk.init({ siteId: 'site_other00000' });
				sdk.identify('user_42');
				sdk.reset();
				sdk.hold();
				sdk.resume();
				sdk.on(() => {})();
				await sdk.ready();
				return [
					await sdk.event('late'),
					await sdk.event('').catch((error: Error) => error.name),
					await sdk.show('export-experience'),
					sdk.visitorId(),
				];
			});
			expect(results).toEqual([false, 'TypeError', false, undefined]);
			expect(await readNotices(page)).toEqual(Array(3).fill('error:network'));
			expect(await page.evaluate(() => window.rejections)).toBe(0);
			expect(problems.filter((problem) => !problem.includes('let'))).toEqual([]);
			expect(service.requests).toEqual([]);
		},
	);

	test('a listener that throws does not affect the others', async ({ context, service }) => {
		addPage(
			service,
			`<script>Feedback.on(() => { throw new Error('from the app'); })</script>
			<script>Feedback.on((notice) => window.notices.push(notice))</script>
			${call({ early: `Feedback.event('early')` })}`,
		);
		const page = await context.newPage();
		const problems: string[] = [];
		page.on('pageerror', ({ message }) => problems.push(message));
		await page.route('**/sdk/feedback.js', (route) => route.abort());
		await page.goto(`${service.url}/tagged`);
		await expect.poll(() => readSettled(page)).toEqual({ early: false });
		expect(await readNotices(page)).toEqual(['error:network', 'error:network']);
		await expect.poll(() => problems).toEqual(['from the app']);
	});
});

describe('a page', () => {
	test('that contains the tags twice starts one SDK', async ({ context, service }) => {
		addPage(service, call({ one: `Feedback.event('one')` }), snippet + snippet);
		const page = await context.newPage();
		await page.goto(`${service.url}/tagged`);
		await expect.poll(() => readSettled(page)).toEqual({ one: false });
		const kept = await page.evaluate(() => {
			const before = window.Feedback;
			const script = document.createElement('script');
			script.src = '/sdk/feedback.js';
			document.head.append(script);
			return new Promise((resolve) => {
				script.onload = () => resolve(before === window.Feedback);
			});
		});
		expect(kept).toBe(true);
		expect(service.eventIds().size).toBe(1);
		expect(service.files.filter((file) => file === '/sdk/feedback.js').length).toBeGreaterThan(0);
	});

	test('whose script precedes the inline one starts the SDK', async ({ context, service }) => {
		const [inline, tag] = [/<script>[\s\S]*?<\/script>/, /<script async[^\n]*/].map(
			(pattern) => pattern.exec(snippet)![0],
		) as [string, string];
		addPage(service, call({ one: `Feedback.event('one')` }), tag.replace('async ', '') + inline);
		const page = await context.newPage();
		await page.goto(`${service.url}/tagged`);
		await expect.poll(() => readSettled(page)).toEqual({ one: false });
		expect(service.eventIds().size).toBe(1);
	});

	test('with an element named Feedback still gets the SDK', async ({ context, service }) => {
		addPage(
			service,
			call({ one: `Feedback.event('one')` }),
			`<form id="Feedback"></form>${snippet}`,
		);
		const page = await context.newPage();
		await page.goto(`${service.url}/tagged`);
		await expect.poll(() => readSettled(page)).toEqual({ one: false });
		expect(service.eventIds().size).toBe(1);
	});

	test.for([
		['the tags', snippet],
		['the script alone', '<script src="/sdk/feedback.js"></script>'],
	] as const)(
		'that already defines Feedback keeps it: %s',
		async ([, tags], { context, service }) => {
			const own = `<script>window.Feedback = { open: () => 'own', on() {} };</script>`;
			const twice = tags.replaceAll('Feedback.init(', 'FeedbackSdk.init(').repeat(2);
			const start = `<script>FeedbackSdk.init({ siteId: 'site_test000000' });</script>`;
			addPage(service, start + call({ one: `FeedbackSdk.event('one')` }), own + twice);
			const page = await context.newPage();
			await page.goto(`${service.url}/tagged`);
			await expect.poll(() => readSettled(page)).toEqual({ one: false });
			expect(await page.evaluate('Feedback.open()')).toBe('own');
			expect(service.eventIds().size).toBe(1);
			expect(service.to('events').length).toBe(1);
		},
	);

	test('with an element named Feedback gets the SDK from the script alone', async ({
		open,
		service,
	}) => {
		service.pages.set('/', '<form id="Feedback"></form><script src="/sdk/feedback.js"></script>');
		const page = await open();
		expect(await page.evaluate(() => window.Feedback!.event('one'))).toBe(false);
		expect(service.eventIds().size).toBe(1);
	});

	test('with a class named Feedback keeps it', async ({ context, service }) => {
		const own = `<script>class Feedback { static on() {} static open() { return 'own'; } }</script>`;
		const start = `<script>window.Feedback.init({ siteId: 'site_test000000' });</script>`;
		const sdk = '<script src="/sdk/feedback.js"></script>';
		addPage(service, start + call({ one: `window.Feedback.event('one')` }), own + sdk);
		const page = await context.newPage();
		await page.goto(`${service.url}/tagged`);
		await expect.poll(() => readSettled(page)).toEqual({ one: false });
		expect(await page.evaluate('Feedback.open()')).toBe('own');
	});

	test('finds every method before the script has loaded', async ({ context, service }) => {
		addPage(service, '<script>window.early = Object.keys(Feedback)</script>');
		const page = await context.newPage();
		await page.goto(`${service.url}/tagged`);
		await isThere(page);
		const [early, there] = await page.evaluate(() => [
			(window as unknown as { early: string[] }).early,
			Object.keys(window.Feedback!),
		]);
		expect(early!.filter((name) => name !== 'replay').sort()).toEqual(there!.sort());
	});
});
