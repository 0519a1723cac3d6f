import { describe, expect, it } from 'vitest';

import { sampleNps, sampleShare } from '../statistics/measures.ts';
import { compareWithBefore } from './compare-with-before.ts';
import { listScoreChanges } from './list-score-changes.ts';

/** The NPS of as many promoters and detractors. */
const nps = (promoters: number, detractors: number) =>
	sampleNps(
		new Map([
			[10, promoters],
			[0, detractors],
		]),
	);
const prompt = (
	id: string,
	{ score = [nps(0, 0), nps(0, 0)], rate = [sampleShare(50, 100), sampleShare(50, 100)] } = {},
) => ({
	id,
	score: compareWithBefore('nps', score[0]!, score[1]!),
	response_rate: compareWithBefore('response_rate', rate[0]!, rate[1]!),
});

describe('what changed on a site', () => {
	it('is said with the figure, the interval of its change, and both values', () => {
		const { changes, unclear } = listScoreChanges([
			prompt('up', { score: [nps(700, 300), nps(600, 400)] }),
		]);
		expect(changes).toEqual([
			{
				prompt: 'up',
				figure: 'score',
				sentence: expect.stringMatching(
					/^NPS rose by \d+ to \d+ points, from \+20 to \+40\.$/,
				) as string,
			},
		]);
		expect(unclear).toBe(1);
	});

	it('is said of a fall, too', () => {
		const rate = [sampleShare(100, 1_000), sampleShare(300, 1_000)];
		const [change] = listScoreChanges([prompt('down', { rate })]).changes;
		expect(change!.sentence).toMatch(
			/^Response rate fell by \d+ to \d+ percentage points, from 30% to 10%\.$/,
		);
	});

	it('begins with the change whose interval is farthest from zero, on any scale', () => {
		const { changes } = listScoreChanges([
			prompt('slight', { rate: [sampleShare(600, 1_000), sampleShare(500, 1_000)] }),
			// A larger difference of few answers, whose interval is nearer to zero.
			prompt('few', { score: [nps(24, 6), nps(10, 20)] }),
			prompt('large', { score: [nps(800, 200), nps(500, 500)] }),
			{ ...prompt('no score', { rate: [sampleShare(1, 9), sampleShare(9, 9)] }), score: null },
		]);
		expect(changes.map((change) => change.prompt)).toEqual(['large', 'slight', 'few']);
	});

	it('counts what was compared without a clear change, and not what was not compared', () => {
		const same = [nps(50, 50), nps(50, 50)];
		expect(listScoreChanges([prompt('same', { score: same }), prompt('without scores')])).toEqual({
			changes: [],
			unclear: 3,
		});
		expect(listScoreChanges([])).toEqual({ changes: [], unclear: 0 });
	});
});
