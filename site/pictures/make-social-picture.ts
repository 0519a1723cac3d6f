// Draws the picture that chats and social networks show beside a link to the docs, from the brand's tokens:
// `node site/pictures/make-social-picture.ts`.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { brand, drawMark, product } from '@feedback/contract';

import { launchChromium } from '../../testing/launch-chromium.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const font = createRequire(join(root, 'sdk/package.json')).resolve(
	'@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);
const { description } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
	description: string;
};

const page = `<!doctype html><meta charset="utf-8"><style>
	@font-face { font-family: Inter; font-weight: 100 900;
		src: url(data:font/woff2;base64,${(await readFile(font)).toString('base64')}) }
	body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 96px; display: grid;
		align-content: space-between; font-family: Inter; background: ${brand.ground.light};
		border-bottom: 16px solid ${brand.accent.light} }
	svg { width: 112px; height: 112px }
	h1 { margin: 0; font-size: 76px; font-weight: 650; letter-spacing: -0.03em; color: ${brand.ink.light} }
	p { margin: 20px 0 0; font-size: 36px; line-height: 1.35; max-width: 24em; color: ${brand.soft.light} }
</style>${drawMark()}<div><h1>${product.name}</h1><p>${description}</p></div>`;

const browser = await launchChromium();
try {
	const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } });
	await tab.setContent(page);
	await tab.evaluate(() => document.fonts.ready);
	await tab.screenshot({ path: join(root, 'site/public/social.png') });
} finally {
	await browser.close();
}
