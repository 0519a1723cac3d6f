/** Formats bytes as the pages do: `5 kB`, or with one digit `4.8 kB`. */
export function kilobytes(bytes: number, digits = 0): string {
	return `${(bytes / 1_000).toLocaleString('en', { maximumFractionDigits: digits })} kB`;
}
