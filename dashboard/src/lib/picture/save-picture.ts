import { saveBlob } from '#lib/response/save-stream.ts';

import { drawPicture } from './draw-picture.ts';
import type { View } from './view.ts';

/** Downloads a PNG of a panel. */
export async function savePicture(panel: HTMLElement, title: string, view: View): Promise<void> {
	const picture = await drawPicture(panel, title, view);
	saveBlob(picture, `${nameFile(title)}-${new Date().toISOString().slice(0, 10)}.png`);
}

/** Converts a title in any script to a file name. */
function nameFile(title: string): string {
	const words = title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
	return words.join('-').slice(0, 60) || 'results';
}
