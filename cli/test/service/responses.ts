import type { Handlers } from './handler-types.ts';
import { page } from './page.ts';
import { now } from './state.ts';
import { findPrompt } from './stored-prompt.ts';

export const responses = {
	listResponses: (state, { limit }) => ({
		...page(state.responses, limit),
		latest: state.responses[0]?.id ?? now,
	}),
	summarizeResponses: (state, input) => {
		findPrompt(state, input);
		return {
			displays: 12,
			unconfirmed: 1,
			dismissed: 3,
			responses: 5,
			final: 4,
			questions: [
				{
					id: 'ease',
					type: 'rating',
					title: 'How easy was it?',
					revisions: [1],
					variants: [],
					reached: 5,
					answered: 5,
					skipped: 0,
					counts: { '1': 0, '2': 1, '3': 0, '4': 1, '5': 3 },
					mean: { value: 4.2, low: 3.1, high: 5 },
					nps: null,
				},
			],
			trend: [
				{
					day: '2026-03-01',
					displays: 12,
					responses: 5,
					nps: null,
					promoters: 0,
					passives: 0,
					detractors: 0,
				},
			],
		};
	},
} satisfies Handlers;
