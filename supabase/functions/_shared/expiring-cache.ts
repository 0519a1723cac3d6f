/**
 * Stores at most `maxSize` values, each with its own maximum age; the oldest is removed first. A value with a future
 * time has expired, too: the clock was ahead when it was stored, and the value would stay too long.
 */
export function createExpiringCache<Value>(maxSize: number) {
	const entries = new Map<string, { value: Value; from: number; until: number }>();
	return {
		get(key: string, now: number): Value | undefined {
			const entry = entries.get(key);
			return entry && entry.from <= now && now < entry.until ? entry.value : undefined;
		},
		/** @param maxAgeMs from `now` on */
		set(key: string, value: Value, now: number, maxAgeMs: number): void {
			entries.delete(key);
			entries.set(key, { value, from: now, until: now + maxAgeMs });
			if (entries.size > maxSize) entries.delete(entries.keys().next().value!);
		},
		delete(key: string): void {
			entries.delete(key);
		},
	};
}

export type ExpiringCache<Value> = ReturnType<typeof createExpiringCache<Value>>;
