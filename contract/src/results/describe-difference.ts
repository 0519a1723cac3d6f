import type { Difference } from '../routes/comparison.ts';

/**
 * A difference in one plain sentence.
 *
 * @example
 * describeDifference(difference, { one: 'Pro', other: 'Free' }); // 'Pro is higher by 12 to 31 points.'
 */
export function describeDifference(
	{ measure, one, other, difference, more_answers: more }: Omit<Difference, 'sentence'>,
	names: { one: string; other: string },
): string {
	const missing = one.answers === 0 ? names.one : other.answers === 0 ? names.other : undefined;
	if (!difference || missing !== undefined) {
		const nothing = measure === 'response_rate' ? 'displays' : 'answers';
		return `${missing ?? names.one} has no ${nothing} yet.`;
	}
	const { low, high } = difference;
	if (low > 0) return `${names.one} is higher by ${writeRange(measure, low, high)}.`;
	if (high < 0) return `${names.one} is lower by ${writeRange(measure, -high, -low)}.`;
	const what = measure === 'response_rate' ? 'displays' : 'answers';
	if (more === null) return `Too few ${what} to tell, or no difference.`;
	return `Too few ${what} to tell; a difference this size needs about ${roundUp(more).toLocaleString('en-GB')} more.`;
}

/**
 * The bounds of a difference, both positive, with their unit.
 *
 * @example
 * writeRange('nps', 12.2, 31.4); // '12 to 31 points'
 */
export function writeRange(measure: Difference['measure'], low: number, high: number): string {
	const isShare = measure !== 'nps' && measure !== 'mean';
	const [from, to] = isShare ? [100 * low, 100 * high] : [low, high];
	const unit = isShare ? 'percentage points' : 'points';
	// As many digits as needed to show that it is not zero.
	const digits = [measure === 'mean' ? 1 : 0, 1, 2, 3].find(
		(count) => Number(from.toFixed(count)) > 0,
	);
	const write = (value: number) => value.toFixed(digits ?? 3);
	return write(from) === write(to)
		? `${write(from)} ${unit}`
		: `${write(from)} to ${write(to)} ${unit}`;
}

/** Rounds up to two digits. */
function roundUp(count: number): number {
	const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
	return Math.ceil(count / unit) * unit;
}
