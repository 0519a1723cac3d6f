import type { BlackBox } from './interface.ts';

/** The picture with its black boxes; without a `scale`, as large as it was drawn. */
export function compose(
	drawn: HTMLCanvasElement,
	boxes: readonly BlackBox[],
	scale = 1,
): HTMLCanvasElement {
	const canvas = document.createElement('canvas');
	canvas.width = Math.max(1, Math.round(drawn.width * scale));
	canvas.height = Math.max(1, Math.round(drawn.height * scale));
	const context = canvas.getContext('2d')!;
	context.drawImage(drawn, 0, 0, canvas.width, canvas.height);
	context.fillStyle = '#000';
	for (const { x, y, width, height } of boxes) {
		// Whole pixels, so that nothing shines through at an edge.
		const left = Math.floor(x * canvas.width);
		const top = Math.floor(y * canvas.height);
		const right = Math.ceil((x + width) * canvas.width);
		const bottom = Math.ceil((y + height) * canvas.height);
		context.fillRect(left, top, right - left, bottom - top);
	}
	return canvas;
}
