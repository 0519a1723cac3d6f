import type { Prompt, RouteOutput } from '@feedback/contract';

export type PromptSummary = RouteOutput<'listPrompts'>['items'][number] & { content: Prompt };

export type Figures = {
	published: number;
	displays: number;
	responses: number;
};

/** The figures of all prompts together. */
export function addFigures(prompts: PromptSummary[]): Figures {
	const sum = (count: (prompt: PromptSummary) => number) =>
		prompts.reduce((total, prompt) => total + count(prompt), 0);
	return {
		published: prompts.filter((prompt) => prompt.state === 'published').length,
		displays: sum((prompt) => prompt.displays),
		responses: sum((prompt) => prompt.responses),
	};
}

/**
 * Formats the response rate, or a dash without displays.
 *
 * @example
 * formatRate(1, 3); // '33 %'
 */
export function formatRate(responses: number, displays: number): string {
	return displays === 0 ? '–' : `${Math.round((responses / displays) * 100)} %`;
}
