/** An event of a Chromium trace; times in microseconds. */
export type TraceEvent = {
	name: string;
	ph: string;
	pid: number;
	tid: number;
	ts: number;
	/** CPU time of its thread. */
	tdur?: number;
	args: { name?: string; data?: { isOutermostMainFrame?: boolean; documentLoaderURL?: string } };
};

/** The number of milliseconds after which a task counts as blocking. */
const blocking = 50;

/**
 * Total blocking time on a phone from the CPU time of the page's tasks, in milliseconds.
 *
 * On a machine with two cores, the page competes with the server, Lighthouse and the browser's other processes. A task
 * that waits for a core takes longer, and Lighthouse multiplies the wait by its slowdown too.
 *
 * @example
 * blockedByCpuTime(artifacts.Trace.traceEvents, 4); // 131.4
 */
export function blockedByCpuTime(events: readonly TraceEvent[], slowdown: number): number {
	const start = events.findLast(
		({ name, args: { data } }) =>
			name === 'navigationStart' &&
			data?.isOutermostMainFrame === true &&
			/^http/.test(data.documentLoaderURL ?? ''),
	);
	if (!start) return Number.NaN;
	const main = events.find(
		({ name, pid, args }) =>
			name === 'thread_name' && pid === start.pid && args.name === 'CrRendererMain',
	);
	return events
		.filter(
			({ name, ph, pid, tid, ts }) =>
				ph === 'X' &&
				/^(ThreadControllerImpl::)?RunTask$/.test(name) &&
				pid === start.pid &&
				tid === main?.tid &&
				ts >= start.ts,
		)
		.map(({ tdur = 0 }) => (tdur / 1_000) * slowdown - blocking)
		.reduce((sum, over) => sum + Math.max(0, over), 0);
}
