/** A UUIDv7: `time` in milliseconds since 1970, the rest random. */
export function mintId(time: number): string {
	const digits = Math.floor(time).toString(16).padStart(12, '0');
	const bytes = crypto.getRandomValues(new Uint8Array(30));
	let at = 0;
	return 'tttttttt-tttt-7rrr-8rrr-rrrrrrrrrrrr'.replace(/[tr]/g, (kind) =>
		kind === 't' ? digits[at++]! : (bytes[at++]! % 16).toString(16),
	);
}
