/** Keeps at most `size` values, each for the time it was given; the least recently kept goes first. */
export function createMemory<Value>(size: number) {
	const kept = new Map<string, { value: Value; until: number }>();
	return {
		get(key: string, now: number): Value | undefined {
			const entry = kept.get(key);
			return entry && entry.until > now ? entry.value : undefined;
		},
		set(key: string, value: Value, until: number): void {
			kept.delete(key);
			kept.set(key, { value, until });
			if (kept.size > size) kept.delete(kept.keys().next().value!);
		},
		delete(key: string): void {
			kept.delete(key);
		},
	};
}

export type Memory<Value> = ReturnType<typeof createMemory<Value>>;
