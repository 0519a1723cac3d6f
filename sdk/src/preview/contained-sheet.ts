import afterPaint from '../ui/after-paint.css?inline';
import { css } from '../ui/css.ts';

/** Size of the page on which a prompt is previewed. */
export type Device = 'desktop' | 'phone';

/**
 * The style sheet of prompts for a box within a page: sizes are relative to the box, nothing has a fixed
 * position, and the device does not depend on the window.
 */
export function makeContainedSheet(device: Device): CSSStyleSheet {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(
		[...Object.values(css), afterPaint]
			.join('')
			.replace(/\b(\d+)dvh\b/g, '$1cqh')
			.replace(/\b(\d+)vw\b/g, '$1cqw')
			.replace(/position:\s*fixed/g, 'position:absolute'),
	);
	const applies = device === 'phone' ? 'all' : 'not all';
	for (const { media } of sheet.cssRules as Iterable<Partial<CSSMediaRule>>) {
		if (!media) continue;
		if (/width|pointer/.test(media.mediaText)) media.mediaText = applies;
		if (/height/.test(media.mediaText)) media.mediaText = 'not all';
	}
	return sheet;
}
