import fc from 'fast-check';
import { expect, it } from 'vitest';

import { advanceFigures, type Figures } from './advance-figures.ts';

const estimate = { value: 0.5, low: 0.4, high: 0.6 } as never;
const figures = (responses: number, counts: (number | null)[]): Figures => ({
	responses,
	displays: responses * 2,
	answered: responses,
	response_rate: estimate,
	questions: [
		{
			id: 'tool',
			type: 'single_choice',
			title: 'Which?',
			scale: null,
			revisions: [1],
			wordings: [],
			answered: responses,
			counts: counts.map((count, at) => ({ value: `v${at}`, label: `V${at}`, count })),
			mean: null,
			nps: null,
			top_two: null,
			texts: null,
			trend: [],
			base: null,
		},
	],
});

it.each<[string, Figures, number, number | undefined, number | undefined]>([
	['four more answers change nothing', figures(24, [14, 10]), 4, undefined, undefined],
	['five of one group advance', figures(25, [15, 10]), 5, 25, 15],
	['four of one and one of another advance in number only', figures(25, [14, 11]), 5, 25, 10],
	['five of each group advance', figures(30, [15, 15]), 10, 30, 15],
	[
		'answers that leave while others come wait for five',
		figures(20, [12, 8]),
		4,
		undefined,
		undefined,
	],
	['five that leave advance', figures(15, [5, 10]), 0, 15, 5],
	['four that leave change nothing', figures(16, [6, 10]), 0, undefined, undefined],
])('%s', (_, current, arrived, responses, first) => {
	const next = advanceFigures(figures(20, [10, 10]), current, arrived);
	expect(next?.responses ?? undefined).toBe(responses);
	expect(next?.questions[0]!.counts[0]!.count).toBe(first);
});

it('never change a count by less than five, whatever is answered and whenever the link is read', () => {
	const answers = fc.array(fc.record({ value: fc.nat(3), isRead: fc.boolean() }), {
		maxLength: 200,
	});
	fc.assert(
		fc.property(answers, (given) => {
			const counts = [0, 0, 0, 0];
			let released: Figures | undefined;
			let arrived = 0;
			for (const { value, isRead } of given) {
				counts[value]! += 1;
				arrived += 1;
				const total = counts.reduce((sum, count) => sum + count, 0);
				if (!isRead || total < 5) continue;
				const current = figures(total, counts);
				const next = released ? advanceFigures(released, current, arrived) : current;
				if (!next) continue;
				arrived = 0;
				const steps = [
					next.responses! - (released?.responses ?? 0),
					...next.questions[0]!.counts.map(
						({ count }, at) => count! - (released?.questions[0]!.counts[at]!.count ?? count!),
					),
				];
				expect(steps.every((step) => step === 0 || step >= 5)).toBe(true);
				released = next;
			}
		}),
	);
});
