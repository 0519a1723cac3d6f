// The second file of the SDK: loaded when there is something to show.
import { streamAnswers } from '../answers.ts';
import type { Late } from '../settings.ts';
import { prepareDraw } from './draw.ts';

/** Between drawing and showing, the page has its turn. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

export const prepare: Late['prepare'] = async ({ debug }, prompt) => {
	const draw = prepareDraw(prompt, debug);
	await turn();
	return { draw, streamAnswers };
};

// By way of this file, so that a script which pins it pins that too.
export const startPreview: Late['startPreview'] = async (options, token) => {
	await options.verify?.(...__FEEDBACK_PREVIEW__);
	return (await import('../preview-mode/start-preview.ts')).startPreview(options, token);
};
