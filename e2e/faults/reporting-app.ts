// A page that reports numbered events as fast as the queue takes them, and continues after a reload.
import type { BrowserContext, Page } from 'playwright';

declare global {
	interface Window {
		/** Reports the tab's events up to number `total`. */
		reportUpTo(tab: string, total: number): Promise<void>;
		countQueued(): number;
	}
}

/** Defines the page's own code in every document of the context. */
export async function addReportingApp(context: BrowserContext): Promise<void> {
	await context.addInitScript(() => {
		// A device stores at most a thousand events, so an app that must not lose any stays below this limit. Each of
		// two tabs counts only its own events, because it sees the other tab's events a little later.
		const fullest = 450;
		const atOnce = 10;
		window.countQueued = () =>
			Object.keys(localStorage).filter((key) => key.includes(':q:')).length;
		const countOwn = (tab: string) =>
			Object.keys(localStorage).filter(
				(key) => key.includes(':q:') && localStorage.getItem(key)?.includes(`"${tab}"`),
			).length;
		window.reportUpTo = async (tab, total) => {
			const key = `reported:${tab}`;
			const next = () => Number(localStorage.getItem(key) ?? 0);
			while (next() < total) {
				if (countOwn(tab) > fullest) {
					await new Promise((resolve) => setTimeout(resolve, 25));
					continue;
				}
				const calls = [];
				for (let number = next(); calls.length < atOnce && number < total; number++) {
					localStorage.setItem(key, String(number + 1));
					calls.push(window.Feedback!.event('fault.met', { tab, number }));
				}
				await Promise.all(calls);
			}
		};
	});
}

/**
 * Reports up to number `total` in every tab. With `reload`, each tab is reloaded that many times while it
 * reports and while it sends its queue.
 */
export async function reportEverywhere(
	tabs: readonly Page[],
	total: number,
	reload?: { times: number; every: number; visit(page: Page): Promise<void> },
): Promise<void> {
	await Promise.all(
		tabs.map(async (page, tab) => {
			for (let left = reload?.times ?? 0; ; left--) {
				const reporting = page
					.evaluate(([name, upTo]) => window.reportUpTo(name, upTo), [`tab${tab}`, total] as const)
					.then(() => 'done' as const);
				if (!reload || left === 0) return void (await reporting);
				const pause = new Promise((resolve) => setTimeout(resolve, reload.every));
				// A reload ends the page's code at any point.
				await Promise.race([reporting.catch(() => 'gone'), pause]);
				reporting.catch(() => undefined);
				await reload.visit(page);
			}
		}),
	);
}
