/**
 * Keeps at most `size` values, each for the time it was given; the least recently kept goes first. One that was
 * kept later than now is gone: the clock was ahead then, and it would stay for as long.
 */
export function createMemory<Value>(size: number) {
	const kept = new Map<string, { value: Value; from: number; until: number }>();
	return {
		get(key: string, now: number): Value | undefined {
			const entry = kept.get(key);
			return entry && entry.from <= now && now < entry.until ? entry.value : undefined;
		},
		/** @param life milliseconds from `now` on */
		set(key: string, value: Value, now: number, life: number): void {
			kept.delete(key);
			kept.set(key, { value, from: now, until: now + life });
			if (kept.size > size) kept.delete(kept.keys().next().value!);
		},
		delete(key: string): void {
			kept.delete(key);
		},
	};
}

export type Memory<Value> = ReturnType<typeof createMemory<Value>>;
