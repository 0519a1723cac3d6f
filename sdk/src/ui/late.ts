// The second file of the SDK: loaded when there is something to show.
import { streamAnswers } from '../answers.ts';
import type { Late } from '../settings.ts';
import { prepareDraw } from './draw.ts';

type Scheduler = { yield?(): Promise<unknown> };

/** Between drawing and showing, the page has its turn; where that can be told, not for a frame of its own. */
const turn = () =>
	(globalThis as { scheduler?: Scheduler }).scheduler?.yield?.() ??
	new Promise((resolve) => setTimeout(resolve));

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
