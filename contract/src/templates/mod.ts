import { lifecycleTemplates } from './lifecycle.ts';
import { productTemplates } from './product.ts';
import { scoreTemplates } from './scores.ts';
import type { Template } from './template.ts';

export { drawPicture } from './draw-picture.ts';
export type { PictureTheme } from './draw-picture.ts';
export type { Template } from './template.ts';

/** Prompts to start from. Their events are examples, to be replaced by the app's events. */
export const templates: readonly Template[] = [
	...scoreTemplates,
	...productTemplates,
	...lifecycleTemplates,
];

/** A prompt for authors who do not want a template. */
export const blankTemplate: Template = {
	name: 'blank',
	title: 'Blank',
	about: 'One open question and no rules.',
	content: {
		survey_id: 'new-prompt',
		name: 'New prompt',
		questions: [{ id: 'comment', type: 'long_text', title: 'What is on your mind?' }],
		thank_you: { title: 'Thank you!' },
	},
};
