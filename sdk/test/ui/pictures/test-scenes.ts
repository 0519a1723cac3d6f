import { readFileSync } from 'node:fs';

import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findViolations } from '../axe.ts';
import { folder, listPages, openPage, pictureName, show, takePicture } from '../gallery.ts';
import { launch } from '../launch.ts';
import { type Served, serveUi } from '../serve.ts';

// Tests of scenes. After a change of the appearance, review the pictures that `node sdk/test/ui/gallery.ts` rewrites.

/** Minimum difference of a colour channel, of 255, that counts: antialiasing differs between builds. */
const noticeable = 48;
/** Share of a picture's pixels that may differ. */
export const tolerated = 0.01;

/** Share of pixels that differ; 1 when the sizes differ. */
export function compare(canvas: Page, before: Buffer, after: Buffer): Promise<number> {
	return canvas.evaluate(
		async ([pictures, least]) => {
			const [first, second] = await Promise.all(
				pictures.map(async (base64) => {
					const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
					const bitmap = await createImageBitmap(new Blob([bytes]));
					const surface = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
					surface.drawImage(bitmap, 0, 0);
					return surface.getImageData(0, 0, bitmap.width, bitmap.height);
				}),
			);
			if (first!.width !== second!.width || first!.height !== second!.height) return 1;
			let different = 0;
			for (let at = 0; at < first!.data.length; at += 4) {
				const far = [0, 1, 2].some(
					(channel) => Math.abs(first!.data[at + channel]! - second!.data[at + channel]!) > least,
				);
				if (far) different++;
			}
			return (different * 4) / first!.data.length;
		},
		[[before, after].map((picture) => picture.toString('base64')), noticeable] as const,
	);
}

/** Registers the tests of all scenes, in each theme and on each device. */
export function testScenes(): void {
	const pages = listPages().map(
		(scenes) => [`${scenes[0]!.theme}, ${scenes[0]!.device}`, scenes] as const,
	);
	describe.each(pages)('%s', (_, scenes) => {
		let served: Served;
		let browser: Browser;
		let canvas: Page;
		let page: Page;
		beforeAll(async () => {
			[served, browser] = await Promise.all([serveUi(), launch()]);
			canvas = await browser.newPage();
			page = await openPage(browser, served.url, scenes[0]!);
		});
		afterAll(async () => {
			await browser.close();
			await served.close();
		});

		test.each(scenes.map((scene) => [scene.name, scene] as const))(
			'%s looks as it was approved, and axe finds nothing in it',
			async (_, scene) => {
				const approved = readFileSync(new URL(pictureName(scene), folder));
				const [picture, violations] = await show(page, scene, async () => [
					await takePicture(page),
					await findViolations(page),
				]);
				expect(await compare(canvas, approved, picture)).toBeLessThan(tolerated);
				expect(violations).toEqual([]);
			},
		);
	});
}
