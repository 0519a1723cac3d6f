/** Bytes in the way of the pages: `5 kB`, or with a digit more `4.8 kB`. */
export function kilobytes(bytes: number, digits = 0): string {
	return `${(bytes / 1_000).toLocaleString('en', { maximumFractionDigits: digits })} kB`;
}
