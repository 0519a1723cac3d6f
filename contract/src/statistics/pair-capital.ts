import { stakes, type UnitSample } from './bets.ts';
import { emptyGains, writeGains } from './gains.ts';

/** A function of two means with its first and second derivatives. */
export type Slopes = {
	value: number;
	one: number;
	other: number;
	oneOne: number;
	oneOther: number;
	otherOther: number;
};

// Pairs of similar stakes get more of the capital: they are the best for two samples of similar size.
const pairWeights: readonly (readonly number[])[] = (() => {
	const raw = stakes.map((_, at) => stakes.map((__, beside) => 0.5 ** Math.abs(at - beside)));
	const sum = raw.flat().reduce((all, weight) => all + weight);
	return raw.map((row) => row.map((weight) => weight / sum));
})();

// Kept, because a comparison of hundreds of choices needs tens of thousands of them.
const [ofFirst, ofFlipped] = [emptyGains(), emptyGains()];

/**
 * The logarithm of the total gains of the bets "higher than `one`" on the first sample and "lower than `other`" on the
 * second, which is passed flipped. It is convex in the two means, as each logarithm of a capital is. Both means are
 * between 0 and 1, and neither is an end.
 */
export function pairCapital(
	first: UnitSample,
	flipped: UnitSample,
	one: number,
	other: number,
): Slopes {
	writeGains(first, one, ofFirst);
	writeGains(flipped, 1 - other, ofFlipped);
	const [a, b] = [ofFirst, ofFlipped];
	// Sums over all pairs of stakes, of the products of their capitals and of the slopes.
	const sums: Slopes = { value: 0, one: 0, other: 0, oneOne: 0, oneOther: 0, otherOther: 0 };
	for (let at = 0; at < stakes.length; at++) {
		const weight = a.capitals[at]!;
		if (weight === 0) continue;
		const row = pairWeights[at]!;
		let [capital, slope, curve] = [0, 0, 0];
		for (let beside = 0; beside < stakes.length; beside++) {
			const share = row[beside]! * b.capitals[beside]!;
			if (share === 0) continue;
			// The mean of the flipped sample falls as that of the other rises.
			const falling = -b.slopes[beside]!;
			capital += share;
			slope += share * falling;
			curve += share * (b.curves[beside]! + falling * falling);
		}
		const rising = a.slopes[at]!;
		sums.value += weight * capital;
		sums.one += weight * rising * capital;
		sums.other += weight * slope;
		sums.oneOne += weight * (a.curves[at]! + rising * rising) * capital;
		sums.oneOther += weight * rising * slope;
		sums.otherOther += weight * curve;
	}
	const [slopeOne, slopeOther] = [sums.one / sums.value, sums.other / sums.value];
	return {
		value: a.most + b.most + Math.log(sums.value),
		one: slopeOne,
		other: slopeOther,
		oneOne: sums.oneOne / sums.value - slopeOne * slopeOne,
		oneOther: sums.oneOther / sums.value - slopeOne * slopeOther,
		otherOther: sums.otherOther / sums.value - slopeOther * slopeOther,
	};
}
