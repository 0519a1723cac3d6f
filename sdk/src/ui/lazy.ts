// The SDK's second file, loaded when there is something to show.
import type { LazyModule } from '../settings.ts';
import { streamAnswers } from '../stream-answers.ts';
import { prepareDraw } from './draw.ts';

export const prepare: LazyModule['prepare'] = ({ debug }, prompt) => ({
	draw: prepareDraw(prompt, debug),
	streamAnswers,
});

// Imported from here, so that a script tag that verifies this file also verifies preview mode.
export const startPreview: LazyModule['startPreview'] = async (options, token) => {
	await options.verify?.(...__FEEDBACK_PREVIEW__);
	return (await import('../preview-mode/start-preview.ts')).startPreview(options, token);
};
