// What the SDK must survive: responses of others, damaged storage, and pages that change the built-in prototypes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import type { BrowserContext, Page } from 'playwright';
import { describe, expect } from 'vitest';

import { rounds } from '../../../testing/thorough.ts';
import { builtSdk } from '../built-sdk.ts';
import { questions } from '../ui/prompts.ts';
import { answerEvents, displayPrompt, refuse } from './answers.ts';
import { rate, readNotices, report, site, start, test } from './fixture.ts';
import type { Service } from './service.ts';

declare global {
	interface Window {
		/** Names of the events that the page's service has recorded. */
		recorded: Set<string>;
		/** What the page's service responds; by default, it records events. */
		respond: (() => Response) | undefined;
	}
}

const queued = (page: Page) =>
	page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':q:')).length);

const goOnline = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')));

/** Values that JSON can represent, among them those that look like parts of a response. */
const json = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3 },
		fc.constantFrom(null, true, 0, -1, 1e20, '', 'x', 'recorded', '__proto__', [], {}),
		fc.string(),
		fc.array(tie('value'), { maxLength: 3 }),
		fc.dictionary(
			fc.constantFrom(
				'results',
				'decision',
				'now',
				'error',
				'code',
				'id',
				'status',
				'offline',
				'a',
			),
			tie('value'),
			{ maxKeys: 4 },
		),
	),
})).value;

describe('a response that is not the service’s', () => {
	test.for([
		['an empty object', { body: {} }],
		['no result', { body: { results: [], now: 0 } }],
		['another result', { body: { results: [{ id: 'x', status: 'recorded' }], now: 0 } }],
		['a refusal by something else', { status: 403, body: { error: { code: 'blocked' } } }],
		['a page that is not found', { status: 404, body: '<html>' }],
	] as const)('keeps the event: %s', async ([, answer], { open, service }) => {
		service.script = () => answer;
		const page = await open();
		expect(await report(page, 'one')).toBe(false);
		expect(await readNotices(page)).toEqual(['error:bad_answer']);
		expect(await queued(page)).toBe(1);
		service.script = () => undefined;
		await goOnline(page);
		await expect.poll(() => queued(page)).toBe(0);
		expect(service.to('events').at(-1)).toMatchObject({ decide: false, events: [{ name: 'one' }] });
	});

	test('keeps the answers of a prompt', async ({ open, service }) => {
		service.script = ({ body, route }) =>
			route === 'events' && body.decide ? { body: answerEvents(body, displayPrompt()) } : undefined;
		const page = await open();
		await report(page, 'one');
		await expect.poll(() => service.to('display').length).toBe(1);
		service.script = ({ route }) => (route === 'answer' ? { body: { offline: true } } : undefined);
		await rate(page, 4);
		await page.getByRole('textbox').fill('Fine.');
		await page.getByRole('button', { name: 'Send' }).click();
		await expect.poll(() => readNotices(page)).toContain('error:bad_answer');
		service.script = () => undefined;
		service.requests.length = 0;
		await goOnline(page);
		await expect.poll(() => service.to('answer').at(-1)?.final).toBe(true);
		await expect.poll(() => queued(page)).toBe(0);
	});

	test('never loses an event, whatever it contains', async ({ context, service }) => {
		service.pages.set(
			'/answering',
			`<script>
				window.recorded = new Set();
				window.fetch = async (address, { body }) => {
					if (window.respond) return window.respond();
					const { events = [], decide } = JSON.parse(body);
					for (const { name } of events) recorded.add(name);
					const results = events.map(({ id }) => ({ id, status: 'recorded' }));
					return Response.json({ results, now: Date.now(), ...(decide && { decision: { reason: 'no_prompt' } }) });
				};
			</script><script src="/sdk/feedback.js"></script>`,
		);
		const page = await context.newPage();
		const problems: string[] = [];
		page.on('pageerror', ({ message }) => problems.push(message));
		await page.goto(`${service.url}/answering`);
		await start(page);
		const status = fc.constantFrom(200, 201, 202, 400, 403, 404, 409, 451, 500, 502);
		let sent = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(status, json), { minLength: 20, maxLength: 20 }),
				async (answers) => {
					const names = answers.map(() => `event.${sent++}`);
					await page.evaluate(
						async ([texts, all]) => {
							let next = 0;
							window.respond = () => {
								const [code, text] = texts[next++ % texts.length]!;
								return new Response(text, { status: code });
							};
							for (const name of all) await window.Feedback!.event(name);
							window.respond = undefined;
							dispatchEvent(new Event('online'));
						},
						[answers.map(([code, body]) => [code, JSON.stringify(body)] as const), names] as const,
					);
					const missing = () =>
						page.evaluate((all) => all.filter((name) => !window.recorded.has(name)), names);
					await expect.poll(missing).toEqual([]);
				},
			),
			{ numRuns: rounds(5, 500) },
		);
		expect(await queued(page)).toBe(0);
		expect(problems).toEqual([]);
	}, 600_000);
});

describe('one message that the service refuses', () => {
	test('does not take the others of its batch with it', async ({ open, service }) => {
		service.script = () => 'cut';
		const page = await open();
		for (const name of ['one', 'two', 'three']) await report(page, name);
		service.requests.length = 0;
		service.script = ({ body }) =>
			body.events?.some(({ name }) => name === 'two') ? refuse('body_too_large') : undefined;
		await goOnline(page);
		await expect.poll(() => queued(page)).toBe(0);
		const alone = service.to('events').filter(({ events }) => events.length === 1);
		expect(alone.map(({ events }) => events[0]!.name)).toEqual(['one', 'two', 'three']);
		await expect.poll(() => readNotices(page)).toContain('error:dropped');
	});
});

describe('stored values that are damaged', () => {
	/** Keys of what the SDK stores, as far as their names are fixed. */
	const keys = ['visitor', 'seen', 'account', 'offset', 'device', 'shown', 'dropped'];

	test('are repaired: the next event is recorded, as the service demands', async ({
		open,
		service,
	}) => {
		const page = await open();
		const problems: string[] = [];
		page.on('pageerror', ({ message }) => problems.push(message));
		let count = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.dictionary(
					fc.constantFrom(...keys),
					fc.oneof(json, fc.constant({ extend: 'x', old: 1 })),
				),
				fc.boolean(),
				async (values, isText) => {
					await page.evaluate(
						([siteId, all, raw]) => {
							for (const [key, value] of Object.entries(all)) {
								localStorage.setItem(
									`feedback:${siteId}:${key}`,
									raw ? String(value) : JSON.stringify(value),
								);
							}
						},
						[site, values, isText] as const,
					);
					await page.reload();
					await start(page);
					const name = `event.${count++}`;
					await report(page, name);
					expect(await readNotices(page)).toContain('reason:no_prompt');
					expect(
						service
							.to('events')
							.at(-1)!
							.events.map((event) => event.name),
					).toEqual([name]);
				},
			),
			{ numRuns: rounds(15, 1_000) },
		);
		expect(problems).toEqual([]);
	}, 600_000);

	test('in the queue are dropped alone, and the app is notified', async ({ open, service }) => {
		service.script = () => 'cut';
		const page = await open();
		await report(page, 'good');
		await page.evaluate((siteId) => {
			const key = (name: string) => `feedback:${siteId}:q:${name}`;
			const stored = JSON.parse(
				localStorage.getItem(Object.keys(localStorage).find((name) => name.includes(':q:'))!)!,
			) as { body: { name: string } };
			localStorage.setItem(key('a'), 'null');
			localStorage.setItem(key('b'), '{"route":"events","body":{}}');
			localStorage.setItem(key('c'), '{"route":"nothing","body":{"site":"x"},"at":"now"}');
			const odd = { ...stored, owner: 7, body: { ...stored.body, properties: { ok: 1, no: [] } } };
			localStorage.setItem(key('d'), JSON.stringify({ ...odd, at: 'x', wait: 'y' }));
		}, site);
		service.script = () => undefined;
		service.requests.length = 0;
		await page.reload();
		await start(page);
		await expect.poll(() => queued(page)).toBe(0);
		await expect.poll(() => readNotices(page)).toContain('error:dropped');
		const sent = service.to('events').flatMap(({ events }) => events);
		expect(sent.map(({ name }) => name)).toEqual(['good', 'good']);
		expect(sent.map(({ properties }) => properties)).toContainEqual({ ok: 1 });
	});
});

describe('a page that changes the built-in prototypes', () => {
	const changes = {
		'Object.prototype.extend': `Object.prototype.extend = function () {};`,
		'Object.prototype.toJSON': `Object.prototype.toJSON = function () { return 'object'; };`,
		'Array.prototype.toJSON': `Array.prototype.toJSON = function () { return '[]'; };`,
		'String.prototype.toJSON': `String.prototype.toJSON = function () { return 'text'; };`,
		'fields of requests': `Object.assign(Object.prototype, { mode: 'no-cors', signal: 5, method: 'GET', cache: 'x' });`,
		'fields of replies': `Object.assign(Object.prototype, { error: 'x', retry: true, late: true, display: {}, seq: 1 });`,
		'fields of the SDK': `Object.assign(Object.prototype, { visitor: 'x', dropped: 1, body: 'x', wait: 1e9, isOnly: true });`,
	};

	test.for(Object.entries(changes))(
		'reports as usual: %s',
		async ([, change], { context, service }) => {
			service.pages.set(
				'/changed',
				`<script>${change}</script><script src="/sdk/feedback.js"></script>`,
			);
			const page = await context.newPage();
			const problems: string[] = [];
			page.on('pageerror', ({ message }) => problems.push(message));
			await page.goto(`${service.url}/changed`);
			await start(page);
			service.script = () => 'cut';
			await page.evaluate(() => {
				window.Feedback!.identify('user_42', { plan: 'pro' });
				return window.Feedback!.event('kept', { format: 'pdf' });
			});
			service.script = () => undefined;
			service.requests.length = 0;
			await goOnline(page);
			await expect.poll(() => queued(page)).toBe(0);
			await page.evaluate(() => window.Feedback!.event('now', { format: 'csv' }));
			const events = service.to('events').flatMap((body) => body.events);
			expect(events).toMatchObject([
				{ name: 'kept', properties: { format: 'pdf' } },
				{ name: 'now', properties: { format: 'csv' } },
			]);
			const [identify] = service.requests.flatMap(({ body }) => body.identify ?? []);
			expect(identify).toEqual({ account: 'user_42', traits: { plan: 'pro' } });
			expect(problems).toEqual([]);
		},
	);
});

/** Names that the published files contain, without those by which the language itself works. */
function readNames(): string[] {
	const code = readdirSync(builtSdk)
		.filter((file) => /^feedback.*\.js$/.test(file))
		.map((file) => readFileSync(join(builtSdk, file), 'utf8'))
		.join('\n');
	const names = Array.from(code.matchAll(/(?<=[.{,]\s*)[a-z_]\w{2,}/gi), ([name]) => name);
	const isOfLanguage =
		/^(get|set|value|writable|enumerable|configurable|then|return|done|raw|Feedback|__\w+)$/;
	return [...new Set(names)].filter((name) => !isOfLanguage.test(name));
}

describe('a page that adds every name of the SDK to all objects', () => {
	/** A page that reports an event when it has loaded; `change` is the value of each name, if there is one. */
	async function openChanged(context: BrowserContext, service: Service, change: string) {
		service.pages.set(
			'/changed',
			`<script>
				for (const name of ${change ? JSON.stringify(readNames()) : '[]'})
					if (!(name in Object.prototype)) Object.prototype[name] = ${change || 0};
			</script>
			<script src="/sdk/feedback.js"></script>
			<script>
				Feedback.init({ siteId: '${site}' });
				Feedback.identify('user_42', { plan: 'pro' });
				Feedback.event('kept', { format: 'pdf' });
			</script>`,
		);
		const page = await context.newPage();
		const problems: string[] = [];
		page.on('pageerror', ({ message }) => problems.push(message));
		await page.goto(`${service.url}/changed`);
		return { page, problems };
	}

	const changes = ['"x"', '1e9', 'true', '{}', '() => {}'];

	test.for(changes)('reports as usual: %s', async (change, { context, service }) => {
		service.script = () => 'cut';
		const { problems } = await openChanged(context, service, change);
		await expect.poll(() => service.to('events').length).toBeGreaterThan(0);
		service.requests.length = 0;
		service.script = () => undefined;
		await expect.poll(() => service.to('events').length).toBeGreaterThan(0);
		const { identify, events } = service.to('events')[0]!;
		const [id, session] = [expect.any(String), expect.any(String)] as unknown[];
		expect(events).toEqual([{ id, session, name: 'kept', properties: { format: 'pdf' } }]);
		expect(identify).toEqual({ account: 'user_42', traits: { plan: 'pro' } });
		expect(problems).toEqual([]);
	});

	test.for(changes.slice(0, rounds(1, 2)))(
		'shows a prompt and sends its answers as usual: %s',
		async (change, { browser, service }) => {
			// Without the link, which opens another page.
			const asked = Object.values(questions).filter(({ type }) => type !== 'message');
			service.script = ({ body }) =>
				body.decide ? { body: answerEvents(body, displayPrompt({ questions: asked })) } : undefined;

			/** What the visitor sees and what arrives, without what differs in each run. */
			async function answerAll(context: BrowserContext, value: string) {
				service.requests.length = 0;
				const { page, problems } = await openChanged(context, service, value);
				const prompt = page.locator('feedback-prompt');
				const panel = prompt.getByRole('dialog');
				const seen: string[] = [];
				for (const { title } of asked) {
					await page.getByRole('heading', { name: title }).waitFor();
					seen.push(await panel.ariaSnapshot());
					const choice = prompt.locator('input:is([type=radio],[type=checkbox])').first();
					if (await choice.count()) await choice.check({ force: true });
					const text = prompt.locator('textarea,input[type=text],input[type=email]');
					if (await text.count()) await text.fill('a@b.example');
					await prompt.locator('.button').click();
				}
				await page.getByText('Thank you!').last().waitFor();
				seen.push(await panel.ariaSnapshot());
				await page.keyboard.press('Escape');
				await prompt.waitFor({ state: 'detached' });
				await expect.poll(() => service.to('answer').at(-1)?.final).toBe(true);
				const { answers } = service.to('answer').at(-1)!;
				const states = service.to('display').map(({ state }) => state);
				return { seen, answers, states, problems };
			}

			const [plain, changed] = [await browser.newContext(), await browser.newContext()];
			expect(await answerAll(changed, change)).toEqual(await answerAll(plain, ''));
			await Promise.all([plain.close(), changed.close()]);
		},
	);
});

describe('ten thousand events in a loop', () => {
	test('all arrive, with at most four requests under way and no error', async ({
		open,
		service,
	}) => {
		let underway = 0;
		let most = 0;
		service.script = ({ body }) => {
			most = Math.max(most, ++underway);
			const bodyAfter = async () => void underway--;
			return { body: answerEvents(body, { reason: 'no_prompt' }), bodyAfter };
		};
		const page = await open();
		await page.evaluate(() => {
			for (let count = 0; count < 10_000; count++) void window.Feedback!.event('storm', { count });
		});
		await expect.poll(() => service.eventIds().size, { timeout: 120_000 }).toBe(10_000);
		expect(most).toBeLessThanOrEqual(4);
		expect(service.requests.length).toBeLessThan(800);
		expect((await readNotices(page)).filter((notice) => notice.startsWith('error'))).toEqual([]);
		await expect.poll(() => queued(page)).toBe(0);
	}, 180_000);

	test('beyond what a page can hold are dropped, and the app is notified once how many', async ({
		open,
		service,
	}) => {
		service.script = () => 'cut';
		const page = await open();
		const settled = page.evaluate(async () => {
			const all = Array.from({ length: 12_000 }, () => window.Feedback!.event('storm'));
			return (await Promise.all(all.slice(-1_000))).every((displayed) => !displayed);
		});
		expect(await settled).toBe(true);
		const dropped = () =>
			page.evaluate(() =>
				window.notices.flatMap((notice) =>
					notice.type === 'error' && notice.error.code === 'dropped' ? [notice.error.message] : [],
				),
			);
		await expect.poll(dropped).toEqual([expect.stringMatching(/queue_full 1980/)]);
	});
});
