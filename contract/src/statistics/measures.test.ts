import { expect, test } from 'vitest';

import vectors from '../../vectors/meaning.json' with { type: 'json' };
import { isSkipped, withoutBlanks } from '../answer.ts';
import { lowestTo, sampleNps, sampleThumbsUp, sampleTopTwo } from './measures.ts';

test.each(vectors.satisfied.cases)('of $scale ratings, satisfied are $satisfied', (one) => {
	const { scale, satisfied } = one;
	for (let rating = 1; rating <= scale; rating++) {
		const counts = sampleTopTwo(new Map([[rating, 3]]), scale)?.counts;
		expect(counts).toEqual(
			satisfied ? new Map([[satisfied.includes(rating) ? 1 : 0, 3]]) : undefined,
		);
	}
});

test.each(vectors.lowest.cases)('of $scale ratings, the lowest are $lowest', (one) => {
	expect(lowestTo(one.scale)).toBe(Math.max(...one.lowest));
});

test('a thumb down is not counted as up', () => {
	const { counts } = sampleThumbsUp(
		new Map([
			[1, 34],
			[2, 2],
		]),
	);
	expect(counts.get(1)).toBe(2);
	expect(counts.get(0)).toBe(34);
});

test.each(vectors.nps.cases)('$score is a $group', ({ score, group }) => {
	const marks = { promoter: 100, passive: 0, detractor: -100 };
	expect([...sampleNps(new Map([[score, 1]])).counts.keys()]).toEqual([
		marks[group as keyof typeof marks],
	]);
});

test.each(vectors.blank.cases)('whether $text is empty: $blank', ({ text, blank }) => {
	expect(isSkipped(text)).toBe(blank);
	expect(isSkipped({ other: text })).toBe(blank);
	expect(isSkipped([{ other: text }])).toBe(blank);
	expect(withoutBlanks({ tools: ['api', { other: text }], tool: { other: text } })).toEqual({
		tools: blank ? ['api'] : ['api', { other: text }],
		tool: blank ? null : { other: text },
	});
});
