// The second file of the SDK: loaded when there is something to show.
import { streamAnswers } from '../answers.ts';
import type { Late, PromptUi } from '../settings.ts';
import { draw } from './draw.ts';

/** Between reading this file and drawing, the page has its turn. */
export const prepare: Late['prepare'] = () =>
	new Promise<PromptUi>((resolve) => setTimeout(resolve, 0, { draw, streamAnswers }));

// By way of this file, so that a script which pins it pins that too.
export const startPreview: Late['startPreview'] = async (options, token) => {
	await options.verify?.(...__FEEDBACK_PREVIEW__);
	return (await import('../preview-mode/start-preview.ts')).startPreview(options, token);
};
