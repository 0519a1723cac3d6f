// Pages that tests reuse one after another: a new browser context for each test costs half of the CPU time of loading a
// page.
import type { BrowserContext, Page } from 'playwright';

export type Storage = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Pages of one origin in separate browser contexts, reset before each use. */
export class ReusablePages {
	readonly #idle: Page[] = [];

	/** An idle page with this local storage; `undefined` if there is none. */
	async take(storage: Storage): Promise<Page | undefined> {
		const page = this.#idle.pop();
		const entries = storage.origins.flatMap(({ localStorage }) => localStorage);
		await page?.evaluate((stored) => {
			for (const { name, value } of stored) localStorage.setItem(name, value);
		}, entries);
		return page;
	}

	/**
	 * Undoes what the test changed and returns the page to the pool. A test that needs a separate browser context
	 * closes that context instead.
	 */
	async giveBack(page: Page): Promise<void> {
		const context = page.context();
		for (const type of ['console', 'pageerror', 'request', 'requestfailed']) {
			page.removeAllListeners(type);
		}
		await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll()]);
		const others = context.pages().filter((other) => other !== page);
		await Promise.all(others.map((other) => other.close()));
		await context.clearCookies();
		try {
			// A file of the origin without scripts: none of the dashboard's code can run or store anything
			// there.
			await page.goto('/icon.svg');
		} catch {
			// The page is navigating elsewhere, such as after a redirect to a program, so it cannot be reused.
			return context.close();
		}
		await page.evaluate(() => {
			localStorage.clear();
			sessionStorage.clear();
		});
		await page.setViewportSize({ width: 1280, height: 720 });
		await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
		this.#idle.push(page);
	}
}
