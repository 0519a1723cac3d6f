/**
 * Writes a count and a noun, which is in the singular after 1.
 *
 * @example
 * countOf(2, 'day'); // '2 days'
 */
export function countOf(count: number, noun: string): string {
	return `${writeNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Writes how long ago something was, of which null is never. */
export function ago(seconds: number | null | undefined): string {
	if (seconds === null || seconds === undefined) return 'never';
	if (seconds < 120) return `${countOf(Math.round(Math.max(seconds, 0)), 'second')} ago`;
	if (seconds < 7_200) return `${Math.round(seconds / 60)} minutes ago`;
	if (seconds < 172_800) return `${Math.round(seconds / 3_600)} hours ago`;
	// Tenths are rounded before they are divided: 2.55 as a binary fraction is less than 2.55.
	return `${(Math.round((seconds * 10) / 86_400) / 10).toFixed(1)} days ago`;
}

/** Writes a duration in the largest unit that divides it evenly. */
export function writeMinutes(minutes: number): string {
	if (minutes % 1_440 === 0) return countOf(minutes / 1_440, 'day');
	if (minutes % 60 === 0) return countOf(minutes / 60, 'hour');
	return countOf(minutes, 'minute');
}

/**
 * Writes a number without an exponent, which most readers do not know.
 *
 * @example
 * writeNumber(1e21); // '1000000000000000000000'
 */
export function writeNumber(number: number): string {
	const [digits = '', exponent] = String(number).split('e');
	if (exponent === undefined) return digits;
	const [sign, whole, fraction = ''] = /^(-?)(\d)(?:\.(\d+))?$/.exec(digits)!.slice(1) as string[];
	const shift = Number(exponent);
	return shift < 0
		? `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
		: `${sign}${whole}${fraction.padEnd(shift, '0')}`;
}

/** Writes a share, of which very small ones are short only with an exponent. */
export function writeShare(share: number): string {
	return share > 0 && share < 1e-4
		? share.toExponential().replace(/e-(\d)$/, 'e-0$1')
		: String(share);
}

/** Writes a position in a sample. */
export function writePosition(position: number): string {
	return position.toFixed(4);
}

/** Writes a time to the minute. */
export function writeTime(at: string): string {
	return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}
