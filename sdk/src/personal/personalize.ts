// What belongs to one person in a prompt. Only prompts with such parts load this file.
import type { PromptOnPage } from '../drawing.ts';
import { prefill } from './prefill.ts';
import { showAnswers } from './show-answers.ts';

export function personalize(prompt: PromptOnPage): void {
	prefill(prompt);
	showAnswers(prompt);
}
