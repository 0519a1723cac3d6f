/**
 * Aborted when this script is interrupted: by a signal to it, or to npm, which exits without forwarding it.
 *
 * @example
 * const ending = watchForEnd();
 * ending.addEventListener('abort', () => void cleanUp().finally(() => process.exit(1)));
 */
export function watchForEnd(): AbortSignal {
	const controller = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => controller.abort());
	}
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid !== parent) controller.abort();
	}, 500);
	timer.unref();
	return controller.signal;
}
