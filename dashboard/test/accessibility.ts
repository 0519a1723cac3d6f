// Finds what makes a page hard to use: violations that axe finds, and content that is wider than the
// window.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page, ViewportSize } from 'playwright';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type Look = { colorScheme: 'light' | 'dark'; viewport: ViewportSize };

const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

/** Both themes and both layouts; `npm run rehearse pages` has the other two pairs. */
export const usualLooks: readonly Look[] = [
	{ colorScheme: 'light', viewport: desktop },
	{ colorScheme: 'dark', viewport: phone },
];

/** The violations that axe finds on the current page, one line each. */
export async function findAxeViolations(page: Page): Promise<string[]> {
	// Colours must be final: finish running transitions, and start no new ones.
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await page.evaluate(waitForAnimations);
	if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axe);
	// axe cannot inspect a sandboxed frame and would report only that. Describing what passes takes a third of its time.
	return page.evaluate(`axe.run(document, {
		iframes: false, resultTypes: ['violations'], rules: { 'target-size': { enabled: true } },
	}).then(({ violations }) => violations.flatMap(
		({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`);
}

/** Runs in the page: resolves when all finite animations have ended, in prompt previews too. */
async function waitForAnimations(): Promise<void> {
	const roots: (Document | ShadowRoot)[] = [document];
	// The loop also visits shadow roots that it adds.
	for (const root of roots) {
		for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
	}
	const running = roots
		.flatMap((root) => root.getAnimations())
		.filter((animation) => animation.effect?.getTiming().iterations !== Infinity);
	await Promise.all(running.map((animation) => animation.finished.catch(() => undefined)));
}

/** Pixels by which the page is wider than the viewport. */
export function getHorizontalOverflow(page: Page): Promise<number> {
	return page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		return scrollWidth - clientWidth;
	});
}

/**
 * Lists the problems of the current page in each look, one line each. The page is not loaded again: its
 * theme and its layout are rules of CSS. Afterwards it has its former size, and the light theme.
 */
export async function findFaults(page: Page, looks = usualLooks): Promise<string[]> {
	const faults: string[] = [];
	const before = page.viewportSize()!;
	for (const { colorScheme, viewport } of looks) {
		await setLook(page, { colorScheme, viewport });
		const found = await findAxeViolations(page);
		const overflow = await getHorizontalOverflow(page);
		if (overflow > 0) found.push(`${overflow} pixels too wide`);
		faults.push(...found.map((fault) => `${colorScheme}, ${viewport.width} pixels: ${fault}`));
	}
	await page.setViewportSize(before);
	await page.emulateMedia({ colorScheme: 'light' });
	return faults;
}

/** Shows the open page in another theme and at another size. */
export async function setLook(page: Page, { colorScheme, viewport }: Look): Promise<void> {
	await page.setViewportSize(viewport);
	await page.emulateMedia({ colorScheme });
	await page.evaluate(waitForLayout);
}

/** Runs in the page: size observers are notified in the first frame, and draw in the second. */
function waitForLayout(): Promise<void> {
	return new Promise((resolve) =>
		requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
	);
}
