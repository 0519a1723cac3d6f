/** Writes a time for people who may be anywhere. */
export function sayTime(instant: string): string {
	return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}
