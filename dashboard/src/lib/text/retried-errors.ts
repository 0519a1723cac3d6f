// Errors after which a page reads again, so that what describes them may promise it.
const retried = new WeakSet<object>();

export function markRetried(error: unknown): void {
	if (typeof error === 'object' && error !== null) retried.add(error);
}

export function isRetried(error: object): boolean {
	return retried.has(error);
}
