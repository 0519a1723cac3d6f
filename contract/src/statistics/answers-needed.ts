import { isDifferent } from './compare.ts';
import { countSample, type Sample } from './sample.ts';

/** Beyond this multiple of the answers so far, any forecast is a guess. */
const farthest = 100;

/**
 * Approximate number of further answers that would show that two samples differ, if both retain their means and
 * shares; `null` if a hundred times as many would not. `isGrowing` is false for a sample that receives no more
 * answers, such as a period that is over.
 *
 * @example
 * countAnswersNeeded(sampleNps(pro), sampleNps(free)); // 140
 */
export function countAnswersNeeded(
	one: Sample,
	other: Sample,
	isGrowing: { one: boolean; other: boolean } = { one: true, other: true },
): number | null {
	const [first, second] = [countSample(one), countSample(other)];
	const growing = (isGrowing.one ? first : 0) + (isGrowing.other ? second : 0);
	const tells = (factor: number) =>
		isDifferent(
			isGrowing.one ? multiply(one, factor) : one,
			isGrowing.other ? multiply(other, factor) : other,
		);
	if (first === 0 || second === 0 || growing === 0 || !tells(farthest)) return null;
	let [low, high] = [1, farthest];
	// Two digits are already more precise than such an estimate.
	while (high / low > 1.01) {
		const middle = Math.sqrt(low * high);
		if (tells(middle)) high = middle;
		else low = middle;
	}
	return Math.ceil(growing * (high - 1));
}

function multiply({ counts, ...scale }: Sample, factor: number): Sample {
	return {
		counts: new Map([...counts].map(([value, count]) => [value, count * factor])),
		...scale,
	};
}
