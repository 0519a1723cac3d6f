/**
 * A fresh UUIDv7: 48 bits of milliseconds since 1970, the rest random.
 *
 * @example
 * mintUuidv7(1_700_000_000_000); // '018bcfe5-6800-7…'
 */
export function mintUuidv7(now: number): string {
	const time = Math.floor(now).toString(16).padStart(12, '0');
	// The rest is from a random UUID, which is the cheapest randomness in the runtimes.
	return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
