/**
 * How many times slower a phone of the middle class is than a machine with this benchmark index of Lighthouse, by the
 * lines of the CPU throttling calculator that Lighthouse's documentation names.
 *
 * @example
 * phoneSlowdown(1_533); // 4
 */
export function phoneSlowdown(index: number): number {
	if (index >= 1_300) return 3 + (index - 1_300) / 233;
	if (index >= 800) return 2 + (index - 800) / 500;
	return Math.max(1, 1 + (index - 150) / 650);
}
