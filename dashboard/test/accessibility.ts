// Finds problems that make a page hard to use: violations reported by axe, and content that is wider than the window.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page, ViewportSize } from 'playwright';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type Look = { colorScheme: 'light' | 'dark'; viewport: ViewportSize };

const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

/** Both themes and both layouts; `npm run rehearse pages` checks every rule in all four combinations. */
export const usualLooks: readonly Look[] = [
	{ colorScheme: 'light', viewport: desktop },
	{ colorScheme: 'dark', viewport: phone },
];

type Scope = {
	/**
	 * CSS selector of the only part to check, if the rest of the page was already checked. By default, the whole page.
	 */
	within?: string;
	/** The only rules to check. */
	rules?: readonly string[];
};

/** Selector of an open dialog, for `within`. */
export const openDialog = 'dialog[open], [role=dialog]';

/** Rules that depend on the theme and the layout; the other rules have the same result in every combination. */
const rulesOfLooks = ['color-contrast', 'target-size'];

/** The violations that axe finds on the current page, one line each. */
export async function findAxeViolations(
	page: Page,
	{ within, rules }: Scope = {},
): Promise<string[]> {
	// Colours must be final: finish running transitions, and start no new ones.
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await page.evaluate(waitForAnimations);
	if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axe);
	// axe cannot inspect a sandboxed frame and would report only that. Describing what passes takes a third of its time.
	const context = within === undefined ? 'document' : JSON.stringify({ include: [[within]] });
	return page.evaluate(`axe.run(${context}, {
		iframes: false, resultTypes: ['violations'], rules: { 'target-size': { enabled: true } },
		${rules ? `runOnly: ${JSON.stringify(rules)},` : ''}
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
 * Lists the problems of the current page in `usualLooks`, one line each: all problems in the first, only those of theme
 * and layout in the other. The page is not reloaded, because theme and layout are CSS rules. Afterwards, the page has
 * its original size and the light theme.
 */
export async function findFaults(
	page: Page,
	{ within }: Pick<Scope, 'within'> = {},
): Promise<string[]> {
	const faults: string[] = [];
	const before = page.viewportSize()!;
	for (const [index, { colorScheme, viewport }] of usualLooks.entries()) {
		await setLook(page, { colorScheme, viewport });
		const found = await findAxeViolations(page, {
			...(within !== undefined && { within }),
			...(index > 0 && { rules: rulesOfLooks }),
		});
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

/** Runs in the page: size observers run in the first frame, and their changes are drawn in the second. */
function waitForLayout(): Promise<void> {
	return new Promise((resolve) =>
		requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
	);
}
