/** Long enough that a load balancer does not return at once, for a server whose disk is still full. */
const rememberedMs = 30_000;

let fullAt = -Infinity;

/** Remembers that the database had no disk space for a write. */
export function noteDiskFull(): void {
	fullAt = performance.now();
}

/** Whether the database lately had no disk space for a write. */
export function wasDiskFull(): boolean {
	return performance.now() - fullAt < rememberedMs;
}
