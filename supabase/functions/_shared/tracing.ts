/** Begins a span under the current request; the returned function ends it. */
export type StartSpan = (name: string) => (error?: unknown) => void;

let startSpan: StartSpan | undefined;

/** Sets the function that creates spans. Only a server with tracing enabled calls this; otherwise nothing is traced. */
export function traceWith(start: StartSpan): void {
	startSpan = start;
}

/** Runs a function inside a span, or directly while tracing is off. */
export function inSpan<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
	if (!startSpan) return run();
	const end = startSpan(name);
	const result = run();
	result.then(() => end(), end);
	return result;
}
