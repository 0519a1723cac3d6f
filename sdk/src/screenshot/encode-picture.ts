import { screenshotBytes } from '@feedback/contract/shared-limits';

import { compose } from './compose.ts';
import type { BlackBox } from './interface.ts';

const qualities = [0.85, 0.7, 0.5];
/** Part of the width and height that is left when the picture is still too large. */
const shrinkBy = 0.75;

/** Encodes a picture so that it stays below the limit: with less quality first, then with fewer pixels. */
export async function encodePicture(
	drawn: HTMLCanvasElement,
	boxes: readonly BlackBox[],
	maxBytes = screenshotBytes,
): Promise<Blob> {
	for (let scale = 1; ; scale *= shrinkBy) {
		const canvas = compose(drawn, boxes, scale);
		for (const quality of qualities) {
			const picture = await encode(canvas, quality);
			if (picture.size <= maxBytes) return picture;
		}
		if (canvas.width < 50) throw new Error('Too large.');
	}
}

async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
	const toBlob = (type: string) =>
		new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
	const webp = await toBlob('image/webp');
	// Safari encodes no WebP, and a PNG instead.
	const picture = webp?.type === 'image/webp' ? webp : await toBlob('image/jpeg');
	if (!picture) throw new Error('Not encoded.');
	return picture;
}
