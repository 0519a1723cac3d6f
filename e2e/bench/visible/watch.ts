// Timings that a page reports, from the event to what the visitor sees.
import type { BrowserContext, CDPSession, Page } from 'playwright';

declare global {
	interface Window {
		/** Resolves to the milliseconds from `act` until a text field of a prompt is visible. */
		timeUntilSeen(act: () => unknown): Promise<number>;
		/** Tasks over 50 ms and layout shifts, since the page was opened. */
		watched: { longTasks: number[]; layoutShift: number };
		isSeen(): boolean;
		/** Closes a prompt of ours. */
		closeSeen(): void;
	}
}

export type Seen = { milliseconds: number; longTasks: number[]; layoutShift: number };

/** Installs the page's own code in every document of the context. */
export async function addWatch(context: BrowserContext): Promise<void> {
	await context.addInitScript(() => {
		let roots: WeakRef<ShadowRoot>[] = [];
		const attach = Element.prototype.attachShadow;
		// Prompts live in shadow roots, which may be closed.
		Element.prototype.attachShadow = function (init) {
			const root = attach.call(this, init);
			roots = [...roots.filter((kept) => kept.deref()), new WeakRef(root)];
			return root;
		};
		const findAll = <Found extends Element>(selector: string) =>
			roots.flatMap((root) => [...(root.deref()?.querySelectorAll<Found>(selector) ?? [])]);
		window.isSeen = () =>
			findAll('textarea').some((field) => {
				const { width, height, top } = field.getBoundingClientRect();
				const visible = field.checkVisibility({ opacityProperty: true, visibilityProperty: true });
				return visible && width > 0 && height > 0 && top < innerHeight;
			});
		window.closeSeen = () => findAll<HTMLElement>('[part=close]').at(-1)!.click();
		window.timeUntilSeen = (act) =>
			new Promise((resolve) => {
				const begun = performance.now();
				const look = () => {
					if (window.isSeen()) resolve(performance.now() - begun);
					else requestAnimationFrame(look);
				};
				void act();
				look();
			});
		window.watched = { longTasks: [], layoutShift: 0 };
		new PerformanceObserver((list) => {
			for (const { duration } of list.getEntries()) window.watched.longTasks.push(duration);
		}).observe({ type: 'longtask' });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) {
				window.watched.layoutShift += (entry as PerformanceEntry & { value: number }).value;
			}
		}).observe({ type: 'layout-shift' });
	});
}

/** Slows down the page's network and processor from now on. */
export async function slowDown(
	page: Page,
	{ latency, throttle }: { latency: number; throttle: number },
): Promise<CDPSession> {
	const session = await page.context().newCDPSession(page);
	await session.send('Network.enable');
	await session.send('Network.emulateNetworkConditions', {
		offline: false,
		latency,
		downloadThroughput: -1,
		uploadThroughput: -1,
	});
	await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
	return session;
}

/** Measures time and tasks from the event to the prompt, and for half a second after it. */
export async function watchEvent(page: Page, report: (name: string) => void): Promise<Seen> {
	await page.evaluate(() => (window.watched = { longTasks: [], layoutShift: 0 }));
	const milliseconds = await page.evaluate(
		`window.timeUntilSeen(() => (${String(report)})('bench.seen'))`,
	);
	await page.waitForTimeout(500);
	return { milliseconds: milliseconds as number, ...(await page.evaluate(() => window.watched)) };
}

/** Bytes of JavaScript objects that are still in use. */
export async function readHeap(session: CDPSession): Promise<number> {
	// Twice: the second collection frees objects that the first found finalizable.
	await session.send('HeapProfiler.collectGarbage');
	await session.send('HeapProfiler.collectGarbage');
	return (await session.send('Runtime.getHeapUsage')).usedSize;
}
