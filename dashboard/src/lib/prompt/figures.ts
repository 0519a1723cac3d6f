import type { Prompt, RouteOutput } from '@feedback/contract';

export type PromptSummary = RouteOutput<'listPrompts'>['items'][number] & { content: Prompt };

export type Figures = {
	published: number;
	displays: number;
	/** Displays that have a response. */
	answered: number;
	responses: number;
};

/** The figures of all prompts together. */
export function addFigures(prompts: PromptSummary[]): Figures {
	const sum = (count: (prompt: PromptSummary) => number) =>
		prompts.reduce((total, prompt) => total + count(prompt), 0);
	return {
		published: prompts.filter((prompt) => prompt.state === 'published').length,
		displays: sum((prompt) => prompt.displays),
		answered: sum((prompt) => prompt.answered),
		responses: sum((prompt) => prompt.responses),
	};
}
