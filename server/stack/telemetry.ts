import type { StartTrace } from '../gateway/app.ts';
import type { ListenAddress } from '../gateway/listen.ts';
import type { Observe } from '../gateway/observe-requests.ts';
import type { Log } from '../log/log.ts';
import { logRequests } from '../log/log-requests.ts';
import type { MeasuredServer } from '../metrics/metrics.ts';
import type { TracingOptions } from '../tracing/tracing.ts';

/** Settings with which an operator monitors a server. Everything is off by default. */
export type TelemetryOptions = {
	/** Logs failed requests, and with the level `debug` all requests. */
	logRequests?: boolean | undefined;
	/** Listen address of `/metrics`, which has a separate listener. */
	metricsListen?: ListenAddress | undefined;
	tracing?: TracingOptions | undefined;
};

export type Telemetry = {
	observe?: Observe | undefined;
	startTrace?: StartTrace | undefined;
	/** Serves the metrics, if they are enabled; resolves to their URL. */
	measure(server: MeasuredServer): Promise<string | undefined>;
};

/** Starts the enabled telemetry. Its libraries are loaded only if it is enabled. */
export async function startTelemetry(
	{ logRequests: isLogged, metricsListen, tracing }: TelemetryOptions,
	log: Log,
	cleanup: AsyncDisposableStack,
): Promise<Telemetry> {
	const observers: Observe[] = isLogged ? [logRequests(log)] : [];
	const metrics =
		metricsListen === undefined
			? undefined
			: (await import('../metrics/metrics.ts')).createMetrics();
	if (metrics) observers.push(metrics.observe);
	const traces = tracing && (await import('../tracing/gateway-traces.ts')).traceGateway(tracing);
	if (traces) cleanup.defer(() => traces.stop());
	return {
		startTrace: traces?.startTrace,
		observe:
			observers.length === 0
				? undefined
				: (request) => {
						for (const observe of observers) observe(request);
					},
		async measure(server) {
			if (!metrics || metricsListen === undefined) return undefined;
			const serving = await metrics.serve(metricsListen, server);
			cleanup.defer(() => serving.stop());
			return `${serving.url}/metrics`;
		},
	};
}
