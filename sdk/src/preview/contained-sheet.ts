import { css } from '../ui/css.ts';

/** How big the page is, that a prompt is previewed on. */
export type Device = 'desktop' | 'phone';

/**
 * The sheet of every prompt, for a box within a page instead of the page itself: sizes are those of the
 * box, nothing stands fixed, and whether it is a phone is not for the window to say.
 */
export function makeContainedSheet(device: Device): CSSStyleSheet {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(
		Object.values(css)
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
