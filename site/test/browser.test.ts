import type { Browser, BrowserContextOptions, Page, Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';

import { launchShell } from '../../testing/launch-chromium.ts';
import { thorough } from '../../testing/thorough.ts';
import { localMcpUrl } from '../src/mcp/local-mcp-url.ts';
import { listen } from '../src/server/node.ts';
import { findViolations } from './find-violations.ts';
import { startPausingSite } from './pausing-site.ts';
import { startSite } from './running-site.ts';

let base: string;
let browser: Browser;

beforeAll(async () => {
	base = await startSite();
	browser = await launchShell();
});
afterAll(() => browser.close());

const pages = [
	'/',
	'/sdk/methods/',
	'/events/proofs/',
	'/reference/prompt-file/',
	'/reference/reasons/',
];
const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

async function withPage<Result>(
	options: BrowserContextOptions,
	use: (page: Page) => Promise<Result>,
): Promise<Result> {
	const context = await browser.newContext({ viewport: desktop, ...options });
	try {
		return await use(await context.newPage());
	} finally {
		await context.close();
	}
}

describe('the weight of a page', () => {
	type Size = { script: boolean; bytes: number; body: number; url: string };

	async function readSize(request: Request): Promise<Size> {
		const { responseBodySize, responseHeadersSize } = await request.sizes();
		const script = request.resourceType() === 'script';
		const bytes = responseBodySize + responseHeadersSize;
		return { script, bytes, body: responseBodySize, url: request.url() };
	}

	async function measure(path: string, ready: (page: Page) => Promise<void>): Promise<Size[]> {
		return withPage({}, async (page) => {
			const found: Promise<Size>[] = [];
			const add = (request: Request) => void found.push(readSize(request));
			page.on('requestfinished', add);
			await page.goto(base + path, { waitUntil: 'networkidle' });
			await ready(page);
			page.off('requestfinished', add);
			return Promise.all(found);
		});
	}
	const sum = (of: Size[]) => of.reduce((total, { bytes }) => total + bytes, 0);

	it.each(pages)('%s is at most 60 kB, and 10 kB of script before a search', async (path) => {
		const sizes = await measure(path, async () => {});
		expect(sum(sizes)).toBeLessThanOrEqual(60_000);
		expect(sizes.filter(({ url }) => url.includes('/pagefind/'))).toEqual([]);
		// Only a site with a site ID asks its readers, and loads these two files.
		const asking = /\/(?:AskPage|preload-helper)\./;
		const script = sizes.filter((size) => size.script && !asking.test(size.url));
		if (path !== '/') expect(sum(script)).toBeLessThanOrEqual(10_000);
	});

	it('the home page has at most 24 kB of script with the prompt that it shows', async () => {
		const sizes = await measure('/', async (page) => {
			await page.getByRole('radio', { name: '4 of 5' }).waitFor();
		});
		const scripts = sizes.filter((size) => size.script).map(({ body }) => body);
		expect(scripts.length).toBeGreaterThan(4);
		expect(scripts.reduce((total, body) => total + body, 0)).toBeLessThanOrEqual(24_000);
	});
});

describe('the layout', () => {
	it.each([
		['on a desktop', desktop],
		['on a phone', phone],
	])('does not shift while it loads, %s', async (_where, viewport) => {
		for (const path of ['/', '/reference/prompt-file/']) {
			const shifts = await withPage({ viewport }, async (page) => {
				await page.goto(base + path, { waitUntil: 'networkidle' });
				return page.evaluate(readShifts);
			});
			expect(shifts, path).toEqual([]);
		}
	});

	it.each(['class="landing-actions', '<docs-live-prompt', 'class="live-head', 'class="live-note'])(
		'does not shift when the home page pauses before %s',
		async (text) => {
			const slow = await startPausingSite(base, text);
			const shifts = await withPage({ viewport: desktop }, async (page) => {
				await page.goto(slow, { waitUntil: 'networkidle' });
				return page.evaluate(readShifts);
			});
			expect(shifts).toEqual([]);
		},
	);

	it.each([
		['on a desktop', desktop],
		['on a phone', phone],
	])('does not shift when a page pauses in a table, %s', async (_where, viewport) => {
		const slow = await startPausingSite(base, '<code>ask_later.choices');
		const shifts = await withPage({ viewport }, async (page) => {
			await page.goto(`${slow}/reference/prompt-file/`, { waitUntil: 'networkidle' });
			return page.evaluate(readShifts);
		});
		expect(shifts).toEqual([]);
	});
});

/** Returns the elements that moved after they were painted. Runs in the page. */
function readShifts(): Promise<string[]> {
	type Shift = PerformanceEntry & { value: number; sources: { node?: Element }[] };
	// On a busy machine, the parser pauses in the middle of a label, and the page is painted without the rest of the
	// label: 0.0001 of the screen. Content that moves other content counts a hundred times as much.
	const pause = 0.001;
	return new Promise((resolve) => {
		const moved: string[] = [];
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as Shift[]) {
				if (entry.value < pause) continue;
				moved.push(...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 200) ?? 'text'));
			}
		}).observe({ type: 'layout-shift', buffered: true });
		requestAnimationFrame(() => setTimeout(() => resolve(moved), 100));
	});
}

describe('accessibility', () => {
	// `npm run rehearse docs` checks every page, and whether it fits a phone.
	it.each(['/', '/nowhere/at/all/'])(
		'has no findings in %s, light and dark',
		thorough,
		async (path) => {
			for (const colorScheme of ['light', 'dark'] as const) {
				// Measure the final contrast: the home page's prompt fades in.
				const found = await withPage({ colorScheme, reducedMotion: 'reduce' }, async (page) => {
					await page.goto(base + path);
					if (path === '/') await page.getByRole('radio', { name: '5 of 5' }).waitFor();
					return findViolations(page);
				});
				expect(found, colorScheme).toEqual([]);
			}
		},
	);

	it(
		'the keyboard reaches a table exactly while it is wider than the phone',
		thorough,
		async () => {
			await withPage({ viewport: phone }, async (page) => {
				await page.goto(`${base}/compare/overview/`);
				const reached = page.locator('.sl-markdown-content table[tabindex="0"]');
				await reached.first().waitFor();
				expect(await findViolations(page)).toEqual([]);
				await reached.first().press('ArrowRight');
				await page.waitForFunction(
					() => document.querySelector('.sl-markdown-content table[tabindex]')!.scrollLeft > 0,
				);
				await page.setViewportSize(desktop);
				await reached.first().waitFor({ state: 'detached' });
			});
		},
	);

	it.each(['light', 'dark'] as const)(
		'has no findings in an open search, %s',
		thorough,
		async (colorScheme) => {
			const found = await withPage({ colorScheme, viewport: phone }, async (page) => {
				await page.goto(base);
				await openSearch(page, 'retention');
				await page.locator('docs-search li').first().waitFor();
				return findViolations(page);
			});
			expect(found).toEqual([]);
		},
	);
});

async function openSearch(page: Page, words: string): Promise<void> {
	await page.keyboard.press('Control+k');
	await page.getByRole('searchbox').fill(words);
}

describe('the prompt of the landing page', () => {
	it('opens automatically, can be answered completely, and opens again with the button', async () => {
		await withPage({}, async (page) => {
			const asked: string[] = [];
			await page.goto(base);
			await page.getByRole('radio', { name: '5 of 5' }).press('Space');
			page.on('request', (request) => asked.push(request.url()));
			await page.getByRole('button', { name: 'Next' }).click();
			await page.getByRole('textbox').fill('Nothing at all.');
			await page.getByRole('button', { name: /send/i }).click();
			await page.getByText('We read every answer.').waitFor();
			await page.getByRole('button', { name: 'Export report' }).click();
			await page.getByText('How easy was it').waitFor();
			expect(asked).toEqual([]);
		});
	});
});

describe('a reader who comes from the dashboard', () => {
	it(
		'sees their site in the code of every page, until they choose the demo',
		thorough,
		async () => {
			const apiUrl = 'https://feedback.example.com/functions/v1';
			const known = await listen({ folder: inject('builtSite'), port: 0, apiUrl });
			onTestFinished(() => known.stop());
			await withPage({}, async (page) => {
				await page.goto(`${known.url}/install/package/?site_id=site_abcd1234efgh`);
				await page.getByText('The code on this page has your site ID').waitFor();
				expect(page.url()).toBe(`${known.url}/install/package/`);
				await page.goto(`${known.url}/install/vite-react/`);
				await page.getByText('The code on this page has your site ID').waitFor();
				const call = `Feedback.init({ siteId: 'site_abcd1234efgh', apiUrl: '${apiUrl}' });`;
				const block = page.locator('.expressive-code', { hasText: 'Feedback.init' }).first();
				expect(await block.textContent()).toContain(call);
				expect(await block.locator('[data-code]').getAttribute('data-code')).toContain(call);
				expect(await findViolations(page)).toEqual([]);
				await page.getByRole('button', { name: 'Show the demo’s' }).click();
				await page.getByText("siteId: 'site_demo000000'").first().waitFor();
			});
		},
	);

	it('sees the demo for a site ID that is none', async () => {
		await withPage({}, async (page) => {
			await page.goto(`${base}/install/vite-react/?site_id=%3Cb%3Ehello`);
			expect(await page.locator('.own-site').count()).toBe(0);
		});
	});
});

describe('the search box', () => {
	it('queries the service, and opens sections with the keyboard only', async () => {
		await withPage({}, async (page) => {
			const asked: string[] = [];
			page.on('request', (request) => asked.push(new URL(request.url()).pathname));
			await page.goto(base, { waitUntil: 'networkidle' });
			await openSearch(page, 'sampling');
			await page.locator('docs-search li').first().waitFor();
			expect(asked).toContain('/search');
			expect(asked.filter((path) => path.startsWith('/pagefind/'))).toEqual([]);
			await page.keyboard.press('ArrowDown');
			await page.keyboard.press('Enter');
			await page.waitForURL(/\/prompts\/sampling\//);
		});
	});

	it('answers a whole question with the passage, its words marked', async () => {
		await withPage({}, async (page) => {
			await page.goto(base);
			await openSearch(page, 'how long are individual events kept');
			const found = page
				.locator('docs-search li')
				.filter({ has: page.locator('a[href="/privacy/retention/#individual-events"]') });
			await found.waitFor();
			const marked = await found.locator('mark').allTextContents();
			expect(marked.map((word) => word.toLowerCase())).toContain('events');
		});
	});

	it('reports the words and whether a result was opened, once for each search', async () => {
		await withPage({}, async (page) => {
			const ends: unknown[] = [];
			page.on('request', (request) => {
				if (request.method() === 'POST') ends.push(request.postDataJSON());
			});
			await page.goto(`${base}/start/quick-starts/`);
			await openSearch(page, 'sampling');
			await page.locator('docs-search li').first().waitFor();
			await page.keyboard.press('Escape');
			await openSearch(page, 'event proof');
			await page.locator('docs-search li a[href^="/events/proofs/"]').first().click();
			await page.waitForURL('**/events/proofs/**');
			expect(ends).toEqual([
				{ q: 'sampling', clicked: false },
				{ q: 'event proof', clicked: true },
			]);
		});
	});

	it('shows what it searched instead of a typing error', thorough, async () => {
		await withPage({}, async (page) => {
			await page.goto(base);
			await openSearch(page, 'retenton');
			const status = page.locator('docs-search [role=status]');
			await status.filter({ hasText: 'Searched for “retention” instead of “retenton”.' }).waitFor();
		});
	});

	it('uses Pagefind if the site is served without its search service', async () => {
		await withPage({}, async (page) => {
			await page.route('**/search?*', (route) =>
				route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Not found</h1>' }),
			);
			await page.goto(base);
			await openSearch(page, 'sampling');
			await page.locator('docs-search li a[href^="/prompts/sampling/"]').first().waitFor();
		});
	});

	it('reports when nothing was found, and shows hostile words as text', async () => {
		await withPage({}, async (page) => {
			await page.goto(base);
			await openSearch(page, '<zzqqzzqq>&lt;xxkkwwxxkk');
			const status = page.locator('docs-search [role=status]');
			await status.filter({ hasText: 'Nothing was found' }).waitFor();
			expect(await status.textContent()).toContain('<zzqqzzqq>&lt;');
			expect(await page.locator('docs-search zzqqzzqq').count()).toBe(0);
			await page.keyboard.press('Escape');
			expect(await page.locator('docs-search dialog').isVisible()).toBe(false);
		});
	});
});

describe('a link to a section that has moved to another page', () => {
	it('opens the section there', async () => {
		await withPage({}, async (page) => {
			await page.goto(`${base}/agents/commands/#feedback-why`);
			await page.waitForURL(`${base}/agents/commands/responses/#feedback-why`);
			expect(await page.getByRole('heading', { name: 'feedback why' }).count()).toBe(1);
		});
	});
});

describe('the actions of a page', () => {
	it('copy the page as Markdown, and show it', async () => {
		const permissions = ['clipboard-read', 'clipboard-write'];
		await withPage({ permissions }, async (page) => {
			await page.goto(`${base}/events/proofs/`);
			await page.getByRole('button', { name: 'Copy page' }).click();
			await page.getByRole('button', { name: 'Copied' }).waitFor();
			const copied = await page.evaluate(() => navigator.clipboard.readText());
			const twin = await fetch(`${base}/events/proofs/index.md`);
			expect(copied.replaceAll('\r\n', '\n')).toBe(await twin.text());
			const link = page.getByRole('link', { name: 'View as Markdown' });
			expect(await link.evaluate((node) => (node as HTMLAnchorElement).href)).toBe(
				`${base}/events/proofs/index.md`,
			);
		});
	});

	it('have no edit link while there is no repository', thorough, async () => {
		await withPage({}, async (page) => {
			await page.goto(`${base}/events/proofs/`);
			expect(await page.getByRole('link', { name: 'Edit page' }).count()).toBe(0);
		});
	});
});

describe('the page for unknown addresses', () => {
	it('searches for the words of the address', async () => {
		await withPage({}, async (page) => {
			const response = await page.goto(`${base}/guides/event-proofs/`);
			expect(response!.status()).toBe(404);
			const first = page.locator('docs-not-found li a').first();
			await first.waitFor();
			expect(await first.getAttribute('href')).toMatch(/^\/events\/proofs\//);
			await page.locator('#not-found-q').fill('retention');
			await page.locator('docs-not-found button').click();
			await page.locator('docs-not-found li a[href^="/privacy/retention/"]').first().waitFor();
		});
	});
});

it('the sidebar opens only the page’s group, which the breadcrumbs name', async () => {
	await withPage({}, async (page) => {
		await page.goto(`${base}/prompts/budgets/`);
		const sidebar = page.locator('#starlight__sidebar');
		const open = sidebar.locator('details[open]');
		expect(await open.count()).toBe(1);
		const current = open.getByRole('link', { name: 'Budgets' });
		expect(await current.getAttribute('aria-current')).toBe('page');
		const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
		await breadcrumbs.getByRole('link', { name: 'Prompts' }).click();
		await page.waitForURL('**/prompts/overview/');
		await breadcrumbs.getByRole('link', { name: 'Documentation' }).click();
		await page.waitForURL(`${base}/`);
	});
});

it('the links that add the MCP server contain the URL that the reader enters', async () => {
	await withPage({}, async (page) => {
		await page.goto(`${base}/agents/mcp/`);
		const link = page.getByRole('link', { name: 'Add to Cursor' });
		const readUrl = async () => {
			const { searchParams } = new URL((await link.getAttribute('href'))!);
			return (JSON.parse(atob(searchParams.get('config')!)) as { url: string }).url;
		};
		expect(await readUrl()).toBe(localMcpUrl);
		const field = page.getByLabel('URL of your MCP server');
		await field.fill('https://feedback.example.com/functions/v1/mcp');
		expect(await readUrl()).toBe('https://feedback.example.com/functions/v1/mcp');
		// What is no URL of a server changes nothing.
		await field.fill('javascript:alert(1)');
		expect(await readUrl()).toBe('https://feedback.example.com/functions/v1/mcp');
	});
});
