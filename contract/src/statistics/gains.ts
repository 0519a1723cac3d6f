import { stakes, type UnitSample } from './bets.ts';

/** What an answer of 0 adds to the logarithm of each stake's capital, whatever the mean. */
const ofZero = stakes.map((stake) => Math.log1p(-stake));

/** Part of the largest capital that changes no digit of a sum. */
const negligible = 1e-20;

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
	for (let at = 0; at < stakes.length; at++) {
		const stake = stakes[at]!;
		let sum = 0;
		for (let n = 0; n < values.length; n++) {
			const value = values[n]!;
			sum += counts[n]! * (value === 0 ? ofZero[at]! : Math.log1p((stake * value) / mean - stake));
		}
		capitals[at] = sum;
		if (sum > most) most = sum;
	}
	gains.most = most;
	for (let at = 0; at < stakes.length; at++) {
		const capital = Math.exp(capitals[at]! - most);
		// With many answers, few stakes have won anything beside the best.
		capitals[at] = capital < negligible ? 0 : capital;
		if (capital < negligible) continue;
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
