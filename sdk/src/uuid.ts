/** A UUIDv7: `time` in milliseconds since 1970, the rest random. */
export function mintId(time: number): string {
	const digits = Math.floor(time).toString(16).padStart(12, '0');
	const random = [...crypto.getRandomValues(new Uint8Array(18))];
	return `${digits.slice(0, 8)}-${digits.slice(8)}-7rrr-8rrr-rrrrrrrrrrrr`.replace(/r/g, () =>
		(random.pop()! % 16).toString(16),
	);
}

/** The time of a UUIDv7, in milliseconds since 1970. */
export function timeOf(id: string): number {
	return Number.parseInt(id.replace('-', ''), 16);
}
