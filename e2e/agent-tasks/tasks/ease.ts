import type { PromptInput } from '@feedback/contract';

import type { Start, StartVisit } from '../start.ts';

const event = 'report.exported';

/** A prompt that asks about exports; most tasks are about it. */
export const ease = {
	survey_id: 'ease',
	name: 'Ease of exporting',
	questions: [
		{ id: 'ease', type: 'rating', title: 'How easy was it to export your report?' },
		{ id: 'why', type: 'long_text', title: 'What made it so?' },
	],
	trigger: { events: [event] },
} as const satisfies PromptInput;

/** The prompt as a draft. */
export const drafted: Start = { prompts: [{ content: ease }] };

/** The prompt, live. */
export const published: Start = { prompts: [{ content: ease, published: true }] };

/** An answer of a visitor of this account. */
export const rated = (account: string, rating: number, why?: string): StartVisit => ({
	event,
	account,
	answers: { ease: rating, ...(why !== undefined && { why }) },
});
