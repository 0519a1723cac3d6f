import type { Handlers } from './handler-types.ts';
import { page } from './page.ts';
import { now } from './state.ts';
import { findPrompt } from './stored-prompt.ts';

export const responses = {
	listResponses: (state, { limit }) => ({
		...page(state.responses, limit),
		latest: state.responses[0]?.id ?? now,
	}),
	listIssues: () => ({ items: [] }),
	explainFigure: (state, { site, prompt, figure, ...input }) => {
		findPrompt(state, { site, prompt, ...input });
		const filter = { prompt, figure: '{"question":"ease","was":"skipped"}' };
		return {
			counted: state.counted.shift() ?? 1,
			figure,
			sentence: 'Responses that continued from “How easy was it?” without an answer.',
			of: 'responses',
			count: 2,
			share_of: null,
			filter,
			request: `/sites/${site}/responses?${new URLSearchParams(filter)}`,
		};
	},
	compareResponses: (state, input) => {
		findPrompt(state, input);
		const measured = (answers: number, value: number) => ({
			answers,
			estimate: { value, low: 0.2, high: 0.9 },
		});
		return {
			counted: 1,
			one: 'everyone',
			other: 'revision 1',
			time_differs: true,
			response_rate: {
				measure: 'response_rate',
				choice: null,
				one: measured(12, 0.5),
				other: measured(10, 0.4),
				difference: { value: 0.1, low: -0.5, high: 0.6 },
				more_answers: 400,
				sentence: 'Too few displays to tell; a difference this size needs about 400 more.',
			},
			questions: [],
		};
	},
	getExperiment: (state, input) => {
		const { revisions, published } = findPrompt(state, input);
		const { experiment } = published === null ? {} : revisions[published - 1]!.content;
		if (!experiment) return { experiment: null };
		const sentence =
			'Too few displays to tell; a difference this size needs about 400 more, in about 40 days.';
		const variants = experiment.variants.map(({ key }) => ({
			key,
			share: 1 / experiment.variants.length,
			displays: 10,
			answered: 5,
			response_rate: { value: 0.5, low: 0.2, high: 0.8, fixed_n: { low: 0.3, high: 0.7 } },
		}));
		const waiting = { outlook: 'wait', days: 40 } as const;
		return {
			experiment: {
				key: experiment.key,
				revision: published!,
				since: now,
				counted_since: null,
				running: true,
				variants,
				comparisons: variants
					.slice(1)
					.map(({ key }) => ({
						variant: key,
						against: variants[0]!.key,
						differences: [
							{
								measure: 'response_rate' as const,
								choice: null,
								one: { answers: 10, estimate: { value: 0.5, low: 0.2, high: 0.8 } },
								other: { answers: 10, estimate: { value: 0.5, low: 0.2, high: 0.8 } },
								difference: { value: 0, low: -0.5, high: 0.5 },
								more_answers: 400,
								sentence,
								question: null,
								title: null,
								...waiting,
							},
						],
					})),
				conclusion: { ...waiting, sentences: [`Response rate: ${sentence}`] },
			},
		};
	},
	summarizeResponses: (state, input) => {
		findPrompt(state, input);
		return {
			counted: state.counted.shift() ?? 1,
			displays: 12,
			unconfirmed: 1,
			dismissed: 3,
			postponed: 0,
			answered: 5,
			responses: 5,
			final: 4,
			response_rate: { value: 5 / 12, low: 0.09, high: 0.83, fixed_n: { low: 0.19, high: 0.68 } },
			time_to_answer: { answers: 5, median: 6, p90: 21.5 },
			questions: [
				{
					id: 'ease',
					type: 'rating',
					title: 'How easy was it?',
					scale: 5,
					wordings: [],
					revisions: [1],
					variants: [],
					reached: 5,
					answered: 5,
					skipped: 0,
					counts: { '1': 0, '2': 1, '3': 0, '4': 1, '5': 3 },
					mean: { value: 4.2, low: 1.6, high: 5, fixed_n: { low: 2.5, high: 5 } },
					nps: null,
					top_two: { value: 0.8, low: 0.18, high: 1, fixed_n: { low: 0.38, high: 0.96 } },
					shares: {},
					trend: [],
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
