/** Formats a rate that was computed, not measured: rounded to hundreds, `4,500`. */
export function inHundreds(value: number): string {
	return (Math.round(value / 100) * 100).toLocaleString('en');
}
