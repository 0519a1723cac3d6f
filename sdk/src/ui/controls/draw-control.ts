import type { QuestionToDraw } from '@feedback/contract/wire';

import { drawChoices } from './choices.ts';
import { drawConsent } from './consent.ts';
import type { Control, ControlContext, ScreenshotQuestion } from './control.ts';
import { drawMessage } from './message.ts';
import { drawNps, drawRating, drawYesNo } from './row.ts';
import { drawText } from './text.ts';

/** Draws the control for a question of any type. */
export function drawControl(question: QuestionToDraw, setting: ControlContext): Control {
	switch (question.type) {
		case 'rating':
			return drawRating(question, setting);
		case 'nps':
			return drawNps(question, setting);
		case 'yes_no':
			return drawYesNo(question, setting);
		case 'single_choice':
		case 'multiple_choice':
			return drawChoices(question, setting);
		case 'short_text':
		case 'long_text':
			return drawText(question, setting);
		case 'consent':
			return drawConsent(question, setting);
		case 'message':
			return drawMessage(question, setting);
		case 'screenshot':
			return (question as ScreenshotQuestion).draw(setting);
	}
}
