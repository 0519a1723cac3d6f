// Loads the file that shows earlier answers in texts, for a prompt with such texts.
import type { PromptOnPage } from '../drawing.ts';
import type { Core } from './interface.ts';

export async function showAnswers(core: Core, prompt: PromptOnPage): Promise<void> {
	if (!prompt.answer_texts) return;
	try {
		await core.settings().verify?.(...__FEEDBACK_PERSONAL__);
		(await import('../personal/show-answers.ts')).showAnswers(prompt);
	} catch {
		// The texts keep their fallbacks.
	}
}
