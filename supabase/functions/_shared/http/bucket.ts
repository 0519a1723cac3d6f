/**
 * Token buckets in this instance's memory, in front of those in the database: they stop a flood from one
 * address. Buckets refill over time; at most `size` are stored, and the least recently used is dropped first.
 */
export function createBuckets(
	{ perSecond, burst }: { perSecond: number; burst: number },
	size = 10_000,
) {
	const buckets = new Map<string, { tokens: number; at: number }>();
	function read(key: string, now: number): { tokens: number; at: number } {
		const known = buckets.get(key);
		// A time far in the future was written before the clock was set back. Without this check, the bucket would
		// stay empty until then.
		const isAhead = known && ((known.at - now) / 1_000) * perSecond > burst / 2;
		const bucket = known && !isAhead ? known : { tokens: burst, at: now };
		const passed = Math.max(0, now - bucket.at) / 1_000;
		return { tokens: Math.min(burst, bucket.tokens + passed * perSecond), at: bucket.at };
	}
	function set(key: string, bucket: { tokens: number; at: number }): void {
		buckets.delete(key);
		buckets.set(key, bucket);
		if (buckets.size > size) buckets.delete(buckets.keys().next().value!);
	}
	return {
		/** Seconds until the bucket has a token, which is not taken. */
		wait(key: string, now: number): number {
			return Math.max(0, 1 - read(key, now).tokens) / perSecond;
		},
		/** Takes tokens, at most as many as the burst. Returns 0, or the seconds until there are enough. */
		take(key: string, now: number, wanted = 1): number {
			const { tokens, at } = read(key, now);
			const left = tokens >= wanted ? tokens - wanted : tokens;
			set(key, { tokens: left, at: Math.max(now, at) });
			return tokens >= wanted ? 0 : (wanted - tokens) / perSecond;
		},
		/** Takes tokens for what has been used already. The bucket may then lack as many as its burst. */
		spend(key: string, now: number, used: number): void {
			const { tokens, at } = read(key, now);
			set(key, { tokens: Math.max(-burst, tokens - used), at: Math.max(now, at) });
		},
	};
}

export type Buckets = Pick<ReturnType<typeof createBuckets>, 'take'>;
