// The file that draws the page, lets the visitor check the picture and sends it. It is loaded when a visitor wants that.
import { canDraw } from './can-draw.ts';
import { drawPage } from './draw-page.ts';
import type { ScreenshotModule } from './interface.ts';
import { reviewPicture } from './review-picture.ts';

export { createSender } from './send-picture.ts';

export const takeScreenshot: ScreenshotModule['takeScreenshot'] = async (request) => {
	let { last } = request;
	for (;;) {
		if (!last) {
			request.onTaking();
			if (!(await canDraw())) return 'blocked';
		}
		const drawn = last?.drawn ?? (await drawPage(request.root, request.masks));
		const result = await reviewPicture(request, drawn, last?.boxes ?? []);
		if (result !== 'retake') return result;
		last = undefined;
	}
};
