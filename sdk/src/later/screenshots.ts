// Loads the file for questions that ask for a picture of the page, with the first prompt that has one.
import type { Display } from '@feedback/contract/wire';

import type { PromptOnPage } from '../drawing.ts';
import type { Core } from './interface.ts';

export async function prepareScreenshots(
	core: Core,
	display: Display & { prompt: PromptOnPage },
): Promise<void> {
	const { prompt } = display;
	const others = prompt.questions.filter(({ type }) => type !== 'screenshot');
	if (others.length === prompt.questions.length) return;
	try {
		await core.settings().verify?.(...__FEEDBACK_PICTURE__);
		(await import('../screenshot/offer-screenshots.ts')).offerScreenshots(core, display);
	} catch (cause) {
		// The prompt asks its other questions.
		prompt.questions = others;
		core.fail('ui_failed', 'Pictures cannot be taken.', { cause });
	}
}
