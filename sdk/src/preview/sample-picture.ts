import type { PromptToDraw } from '@feedback/contract/wire';

import { compose } from '../screenshot/compose.ts';
import { drawScreenshot, type ScreenshotSource } from '../screenshot/draw-screenshot.ts';
import type { ScreenshotQuestion } from '../ui/controls/control.ts';

/** Lets previewed questions for a picture add a drawing of a page: nothing is taken or sent. */
export function offerSamplePictures({ questions, language }: PromptToDraw): void {
	for (const question of questions) {
		if (question.type !== 'screenshot') continue;
		const source: ScreenshotSource = {
			language,
			sent: undefined,
			take: () => Promise.resolve({ id: 'preview', drawn: drawSample(), boxes: [] }),
			compose: ({ drawn }) => compose(drawn, []),
			onChange() {},
		};
		(question as ScreenshotQuestion).draw = (context) => drawScreenshot(source, context);
	}
}

/** A page with a bar, lines of text, and a field that is blacked out. */
function drawSample(): HTMLCanvasElement {
	const canvas = document.createElement('canvas');
	canvas.width = 640;
	canvas.height = 400;
	const context = canvas.getContext('2d');
	if (!context) return canvas;
	for (const [colour, left, top, width, height] of [
		['#f3f4f7', 0, 0, 640, 400],
		['#dfe3ea', 0, 0, 640, 56],
		['#c4cad6', 40, 96, 300, 24],
		['#d6dbe4', 40, 144, 560, 14],
		['#d6dbe4', 40, 174, 480, 14],
		['#000', 40, 220, 320, 44],
		['#6b7690', 40, 292, 120, 44],
	] as const) {
		context.fillStyle = colour;
		context.fillRect(left, top, width, height);
	}
	return canvas;
}
