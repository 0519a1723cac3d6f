/** The time since `started`, a value of `performance.now()`, as log lines end with it: ` (1.2 s)`. */
export function since(started: number): string {
	return ` (${((performance.now() - started) / 1_000).toFixed(1)} s)`;
}
