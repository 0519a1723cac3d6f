// Helpers for tests that use only the keyboard.
import type { Locator, Page } from 'playwright';

export const isFocused = (target: Locator): Promise<boolean> =>
	target.evaluate((element) => element === document.activeElement);

/** Presses the key until the target has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
	await target.waitFor();
	for (let stop = 0; stop < 200; stop++) {
		if (await isFocused(target)) return;
		await page.keyboard.press(key);
	}
	throw new Error(`${key} does not reach ${target}.`);
}
