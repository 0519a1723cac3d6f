import { stakes, type UnitSample } from './bets.ts';

/** What an answer of 0 adds to the logarithm of each stake's capital, whatever the mean. */
const ofZero = stakes.map((stake) => Math.log1p(-stake));

/** The logarithm of a part of the largest capital that changes no digit of a sum. */
const negligible = Math.log(1e-20);

/** Each stake's capital as a part of the largest, with the derivatives of its logarithm. */
export type Gains = {
	/** The logarithm of the largest capital. */
	most: number;
	capitals: Float64Array;
	slopes: Float64Array;
	curves: Float64Array;
};

export const emptyGains = (): Gains => ({
	most: -Infinity,
	capitals: new Float64Array(stakes.length),
	slopes: new Float64Array(stakes.length),
	curves: new Float64Array(stakes.length),
});

/**
 * Writes what bets have gained to `gains`, which a caller may keep for the next call: one comparison needs tens of
 * thousands. Slopes and curves are set only where the capital is not 0.
 *
 * Each answer x multiplies a stake's capital by 1 + stake · (x / mean - 1). When the true mean is `mean` or less, no
 * stake can be expected to grow. The order of the answers is irrelevant.
 */
export function writeGains({ values, counts }: UnitSample, mean: number, gains: Gains): void {
	const { capitals, slopes, curves } = gains;
	let most = -Infinity;
	// From the smallest stake: as their logarithms are concave, once capitals have fallen far, all others are lower still.
	let last = stakes.length;
	while (last > 0) {
		last -= 1;
		const stake = stakes[last]!;
		let sum = 0;
		for (let n = 0; n < values.length; n++) {
			const value = values[n]!;
			sum +=
				counts[n]! * (value === 0 ? ofZero[last]! : Math.log1p((stake * value) / mean - stake));
		}
		capitals[last] = sum;
		if (sum > most) most = sum;
		else if (sum - most < negligible) break;
	}
	gains.most = most;
	capitals.fill(0, 0, last);
	for (let at = last; at < stakes.length; at++) {
		const below = capitals[at]! - most;
		capitals[at] = below < negligible ? 0 : Math.exp(below);
		if (capitals[at] === 0) continue;
		const stake = stakes[at]!;
		let [slope, curve] = [0, 0];
		for (let n = 0; n < values.length; n++) {
			const bet = (stake * values[n]!) / mean;
			const relative = bet / mean / (1 - stake + bet);
			slope -= counts[n]! * relative;
			curve += counts[n]! * relative * (2 / mean - relative);
		}
		slopes[at] = slope;
		curves[at] = curve;
	}
}
