// The second file of the SDK: loaded when there is something to show.
import { streamAnswers } from '../answers.ts';
import type { Late } from '../settings.ts';
import { prepareDraw } from './draw.ts';

export const prepare: Late['prepare'] = ({ debug }, prompt) => ({
	draw: prepareDraw(prompt, debug),
	streamAnswers,
});

// By way of this file, so that a script which pins it pins that too.
export const startPreview: Late['startPreview'] = async (options, token) => {
	await options.verify?.(...__FEEDBACK_PREVIEW__);
	return (await import('../preview-mode/start-preview.ts')).startPreview(options, token);
};
