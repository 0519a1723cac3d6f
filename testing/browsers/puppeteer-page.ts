import { existsSync } from 'node:fs';

import puppeteer from 'puppeteer-core';

import { findChromium } from '../chromium.ts';
import type { BrowserPage, Engine } from './browser-page.ts';

const firefoxPath = '/usr/bin/firefox-esr';

/** Debian's Firefox, over WebDriver BiDi. */
export const firefox: Engine = {
	name: 'Firefox',
	packages: ['firefox-esr'],
	isInstalled: () => existsSync(firefoxPath),
	start: () =>
		open('Firefox', {
			browser: 'firefox',
			executablePath: firefoxPath,
			// The viewport is that of the window: Puppeteer's also sets the orientation of the screen, which Debian's
			// Firefox does not know yet.
			args: ['--width=1100', '--height=760'],
		}),
};

/** The Chromium of the other tests. */
export const chromium: Engine = {
	name: 'Chromium',
	packages: ['chromium'],
	isInstalled: () => findChromium() !== undefined,
	start: () =>
		open('Chromium', {
			browser: 'chrome',
			executablePath: findChromium()!,
			args: [
				'--window-size=1100,760',
				'--no-sandbox',
				'--disable-background-networking',
				'--disable-quic',
			],
		}),
};

async function open(
	name: string,
	options: NonNullable<Parameters<typeof puppeteer.launch>[0]>,
): Promise<BrowserPage> {
	const browser = await puppeteer.launch({ headless: true, defaultViewport: null, ...options });
	const page = await browser.newPage();
	const version = await browser.version();
	return {
		browser: name,
		version: /[\d.]+/.exec(version)?.[0] ?? version,
		open: async (url) => void (await page.goto(url)),
		run: <Result>(code: string) => page.evaluate(`(async () => {${code}})()`) as Promise<Result>,
		click: (x, y) => page.mouse.click(x, y),
		move: (x, y) => page.mouse.move(x, y),
		type: (text) => page.keyboard.type(text),
		press: (key) => page.keyboard.press(key),
		close: () => browser.close(),
	};
}
