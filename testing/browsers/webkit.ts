import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';

import { Builder, Button, Key, Origin } from 'selenium-webdriver';

import type { BrowserPage, Engine } from './browser-page.ts';

const driverPath = '/usr/bin/WebKitWebDriver';
const screenPath = '/usr/bin/Xvfb';
const findBrowser = () => globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0];
const keys = { Enter: Key.ENTER, Escape: Key.ESCAPE, Tab: Key.TAB };

/** Debian's WebKitGTK, the engine of Safari, over WebDriver. */
export const webkit: Engine = {
	name: 'WebKitGTK',
	packages: ['webkit2gtk-driver', 'xvfb'],
	isInstalled: () => existsSync(driverPath) && existsSync(screenPath) && !!findBrowser(),
	start,
};

async function start(): Promise<BrowserPage> {
	const screen = spawn(
		screenPath,
		['-displayfd', '1', '-screen', '0', '1300x900x24', '-nolisten', 'tcp'],
		{ stdio: ['ignore', 'pipe', 'ignore'] },
	);
	const [shown] = (await once(screen.stdout, 'data')) as [Buffer];
	const port = await findFreePort();
	const driver = spawn(driverPath, [`--port=${port}`, '--host=127.0.0.1'], {
		stdio: 'ignore',
		env: {
			...process.env,
			DISPLAY: `:${String(shown).trim()}`,
			LIBGL_ALWAYS_SOFTWARE: '1',
			// Its sandbox needs namespaces, which containers seldom allow.
			WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
		},
	});
	const server = `http://127.0.0.1:${port}`;
	await untilReady(server);
	const session = await new Builder()
		.usingServer(server)
		.withCapabilities({
			browserName: 'MiniBrowser',
			'webkitgtk:browserOptions': { binary: findBrowser(), args: ['--automation'] },
		})
		.build();
	await session.manage().setTimeouts({ script: 60_000 });
	// The first frame of a new window takes seconds.
	await session.executeAsyncScript('requestAnimationFrame(arguments[0])');
	const version = (await session.getCapabilities()).getBrowserVersion() ?? '';
	const pointer = (x: number, y: number) =>
		session
			.actions({ async: false })
			.move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 });
	return {
		browser: 'WebKitGTK',
		version,
		open: (url) => session.get(url),
		async run<Result>(code: string) {
			const script = `const done = arguments[arguments.length - 1];
				(async () => {${code}})().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
			const result: { value: Result; error?: string } = await session.executeAsyncScript(script);
			if (result.error) throw new Error(result.error);
			return result.value;
		},
		click: (x, y) => pointer(x, y).press(Button.LEFT).release(Button.LEFT).perform(),
		move: (x, y) => pointer(x, y).perform(),
		type: (text) => session.actions({ async: false }).sendKeys(text).perform(),
		press: (key) => session.actions({ async: false }).sendKeys(keys[key]).perform(),
		async close() {
			await session.quit();
			await Promise.all([end(driver), end(screen)]);
		},
	};
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null) return;
	child.kill();
	await once(child, 'exit');
}

async function findFreePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	return port;
}

async function untilReady(server: string): Promise<void> {
	for (let tries = 0; tries < 100; tries++) {
		const isReady = await fetch(`${server}/status`).then(
			({ ok }) => ok,
			() => false,
		);
		if (isReady) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error('WebKitWebDriver did not start.');
}
