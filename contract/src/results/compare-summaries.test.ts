import { describe, expect, it } from 'vitest';

import { compareSummaries, type ComparedSummary } from './compare-summaries.ts';
import { nameSide } from './name-side.ts';

const names = { one: 'Pro', other: 'Free' };
const both = { names, growing: { one: true, other: true } };

function summary(
	counts: Record<string, Record<string, number>>,
	displays = 1_000,
): ComparedSummary {
	const types = { nps: 'nps', stars: 'rating', again: 'yes_no', why: 'long_text' };
	return {
		displays,
		answered: 200,
		questions: Object.entries(types).map(([id, type]) => ({
			id,
			type,
			title: id,
			scale: type === 'rating' ? 5 : null,
			wordings: [],
			revisions: [1],
			variants: [],
			counts: counts[id] ?? {},
			answered: Object.values(counts[id] ?? {}).reduce((sum, count) => sum + count, 0),
			choices: type === 'yes_no' ? ['true', 'false'] : [],
		})),
	};
}

describe('two summaries side by side', () => {
	const high = summary({
		nps: { 10: 600, 8: 200, 3: 200 },
		stars: { 5: 90, 3: 10 },
		again: { true: 9, false: 1 },
	});
	const low = summary(
		{ nps: { 10: 450, 8: 250, 3: 300 }, stars: { 5: 85, 3: 15 }, again: { true: 5, false: 5 } },
		2_000,
	);

	it('have the difference of each measure, and a sentence', () => {
		const { response_rate: rate, questions } = compareSummaries(high, low, both);
		expect(
			questions.map(({ differences }) =>
				differences.map(({ measure, choice }) => [measure, choice]),
			),
		).toEqual([
			[['nps', null]],
			[
				['mean', null],
				['top_two', null],
			],
			[['share', 'true']],
			[],
		]);
		const nps = questions[0]!.differences[0]!;
		expect(nps).toMatchObject({ difference: { value: 25 }, more_answers: null });
		expect(nps.one).toMatchObject({ answers: 1_000, estimate: { value: 40 } });
		expect(nps.sentence).toBe('Pro is higher by 12 to 39 points.');
		expect(rate.sentence).toMatch(/^Pro is higher by \d+ to \d+ percentage points\.$/);
		const stars = questions[1]!.differences[0]!;
		expect(stars.sentence).toMatch(
			/^Too few answers to tell; a difference this size needs about [\d,]+ more\.$/,
		);
		expect(stars.more_answers).toBeGreaterThan(100);
	});

	it('say "lower" if the sides are exchanged', () => {
		const { questions } = compareSummaries(low, high, both);
		expect(questions[0]!.differences[0]!.sentence).toBe('Pro is lower by 12 to 39 points.');
	});

	it('say when a side has no answers, or cannot have any', () => {
		const { questions, response_rate: rate } = compareSummaries(high, summary({}, 0), both);
		expect(questions[0]!.differences[0]!.sentence).toBe('Free has no answers yet.');
		expect(rate.sentence).toBe('Free has no displays yet.');
		const ended = compareSummaries(high, low, { names, growing: { one: false, other: false } });
		expect(ended.questions[1]!.differences[0]!.sentence).toBe(
			'Too few answers to tell, or no difference.',
		);
	});
});

it('a side is described by its name, or by its filter', () => {
	expect(nameSide({ name: 'Paying', trait: ['plan:pro'] })).toBe('Paying');
	expect(nameSide({ trait: ['plan:pro'], revision: 3, since: '2026-11-01T00:00:00Z' })).toBe(
		'plan:pro, revision 3, since 2026-11-01',
	);
	expect(nameSide({})).toBe('everyone');
});
