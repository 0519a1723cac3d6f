// Draws the pictures of prompts in the docs with the SDK's own renderer, after `npm run build -w @feedback/sdk`:
// `npm run pictures -w @feedback/site`.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser, Page } from 'playwright';

import { launchChromium } from '../../testing/launch-chromium.ts';
import { listScenes, type Scene } from './scenes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'content/images/prompts');
const font = createRequire(join(root, 'sdk/package.json')).resolve(
	'@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);
/** The built SDK, or another one given as the first argument. */
const sdk = process.argv[2] ?? join(root, 'sdk/dist');
const margin = 24;

// The pages of the docs, in both themes.
const page = `<!doctype html><meta charset="utf-8"><title>Prompt</title><style>
	@font-face { font-family: Inter; src: url(/inter.woff2); font-weight: 100 900 }
	html { --feedback-font: Inter; background: light-dark(#f6f4ed, #191e1c); color-scheme: light dark }
	body { margin: 0 }
	#place { width: 448px; height: 640px }
</style><div id="place"></div>`;

async function serve(): Promise<{ url: string; server: Server }> {
	const server = createServer(async (request, response) => {
		const name = request.url!.slice(1);
		if (name === '') {
			response.setHeader('content-type', 'text/html').end(page);
		} else if (name === 'inter.woff2') {
			response.end(await readFile(font));
		} else {
			const file = await readFile(join(sdk, name)).catch(() => undefined);
			response.statusCode = file ? 200 : 404;
			response.setHeader('content-type', 'text/javascript').end(file);
		}
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

async function draw(page: Page, scene: Scene, theme: 'light' | 'dark'): Promise<Buffer> {
	const { prompt, language = 'en', device = 'desktop', act } = scene;
	await page.evaluate(
		async ([prompt, options, file]) => {
			const { renderPrompt } = (await import(file)) as typeof import('@feedback/sdk/preview');
			renderPrompt(document.querySelector('#place')!, prompt, options);
		},
		[prompt, { language, theme, device }, '/preview.js'] as const,
	);
	const panel = page.locator('feedback-prompt [part~=panel]');
	await panel.waitFor();
	await act?.(page);
	// Moves the mouse away, and waits until animations end.
	await page.mouse.move(0, 0);
	await page.waitForTimeout(400);
	const box = (await panel.boundingBox())!;
	return page.screenshot({
		clip: {
			x: Math.max(0, box.x - margin),
			y: Math.max(0, box.y - margin),
			width: Math.min(448, box.width + 2 * margin),
			height: box.height + 2 * margin,
		},
	});
}

/** Converts a picture to WebP in the browser. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
	const bytes = await page.evaluate(
		async (source) => {
			const image = new Image();
			image.src = source;
			await image.decode();
			const canvas = new OffscreenCanvas(image.width, image.height);
			canvas.getContext('2d')!.drawImage(image, 0, 0);
			const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 });
			return [...new Uint8Array(await blob.arrayBuffer())];
		},
		`data:image/png;base64,${png.toString('base64')}`,
	);
	return Buffer.from(bytes);
}

async function takePictures(browser: Browser, url: string): Promise<void> {
	for (const theme of ['light', 'dark'] as const) {
		for (const scene of await listScenes()) {
			const context = await browser.newContext({
				colorScheme: theme,
				deviceScaleFactor: 2,
				reducedMotion: 'reduce',
				viewport: { width: 448, height: 664 },
			});
			const tab = await context.newPage();
			await tab.goto(url);
			const png = await draw(tab, scene, theme);
			const file = join(folder, `${scene.name}-${theme}.webp`);
			await writeFile(file, await toWebp(tab, png));
			await context.close();
		}
	}
}

await mkdir(folder, { recursive: true });
const { url, server } = await serve();
const browser = await launchChromium();
try {
	await takePictures(browser, url);
} finally {
	await browser.close();
	server.close();
}
