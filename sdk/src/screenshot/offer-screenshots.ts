// The file for prompts with a question that asks for a picture of the page.
import type { Display } from '@feedback/contract/wire';

import type { PromptOnPage } from '../drawing.ts';
import type { ScreenshotQuestion } from '../ui/controls/control.ts';
import { drawScreenshot, type ScreenshotSource } from './draw-screenshot.ts';
import { compose } from './compose.ts';
import type { ScreenshotCore, ScreenshotModule } from './interface.ts';

/** A question with what is kept of it for the next page. */
type Asked = ScreenshotQuestion & {
	/** ID of the picture that the visitor has sent, but not answered with yet. */
	sent?: string | undefined;
};

/** Prepares the controls of such questions; what draws pages is loaded once the visitor wants that. */
export function offerScreenshots(
	core: ScreenshotCore,
	{ id, secret, prompt }: Display & { prompt: PromptOnPage },
): void {
	for (const question of prompt.questions) {
		if (question.type !== 'screenshot') continue;
		const asked = question as Asked;
		const source: ScreenshotSource = {
			language: prompt.language,
			sent: typeof asked.sent === 'string' ? { id: asked.sent } : undefined,
			compose: ({ drawn, boxes }) => compose(drawn, boxes),
			async take(request) {
				try {
					const { takeScreenshot, createSender } = await load(core);
					return await takeScreenshot({
						...request,
						language: prompt.language,
						masks: core.settings().maskScreenshots,
						send: createSender(core, { display: id, secret, question: question.id }),
					});
				} catch (cause) {
					core.fail('ui_failed', 'The picture could not be taken.', { cause });
					throw cause;
				}
			},
			onChange(sent) {
				asked.sent = sent;
				// A prompt with answers goes on after a page load.
				prompt.answers ??= {};
			},
		};
		asked.draw = (context) => drawScreenshot(source, context);
	}
}

async function load(core: ScreenshotCore): Promise<ScreenshotModule> {
	await core.settings().verify?.(...__FEEDBACK_SCREENSHOT__);
	return import('./take-screenshot.ts');
}
