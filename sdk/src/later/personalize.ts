// Loads the file that prepares what belongs to one person in a prompt, if there is any.
import type { PromptOnPage } from '../drawing.ts';
import type { Core } from './interface.ts';

export async function personalize(core: Core, prompt: PromptOnPage): Promise<void> {
	if (!prompt.answer_texts && !prompt.prefill) return;
	try {
		await core.settings().verify?.(...__FEEDBACK_PERSONAL__);
		(await import('../personal/personalize.ts')).personalize(prompt);
	} catch {
		// The texts keep their fallbacks, and nothing is prefilled.
	}
}
