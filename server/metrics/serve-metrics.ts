import { Hono } from 'hono';
import { AggregatorRegistry, Registry, type RegistryContentType } from 'prom-client';

import { errorResponse } from '../gateway/error-response.ts';
import { type NodeEnv, createHttpServer } from '../gateway/http-server.ts';
import { type ListenAddress, type Listening, listen } from '../gateway/listen.ts';

export type MetricsServerOptions = {
	listen: ListenAddress;
	registry: Registry;
	/** Functions that update the registry before each response. */
	collectors: readonly (() => Promise<void>)[];
};

/**
 * Serves `/metrics` on a separate listener, in the text format of Prometheus, or as OpenMetrics for clients
 * that accept it. Anyone who can reach the address may read the metrics, so only the operator's network should.
 */
export function serveMetrics(options: MetricsServerOptions): Promise<Listening> {
	const { registry, collectors } = options;
	const app = new Hono<NodeEnv>();
	app.get('/metrics', async (c) => {
		await Promise.all(collectors.map((collect) => collect()));
		if (!c.req.header('accept')?.includes('application/openmetrics-text')) {
			return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
		}
		// Writing OpenMetrics changes the names of a registry's counters, so a copy is written. The copy appends the
		// suffix of a counter to its samples without removing it from the name first.
		const metrics = (await registry.getMetricsAsJSON()).map((metric) =>
			String(metric.type) === 'counter'
				? { ...metric, name: metric.name.replace(/_total$/, '') }
				: metric,
		);
		const copy: Registry<RegistryContentType> = AggregatorRegistry.aggregate([metrics]);
		copy.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
		return c.body(await copy.metrics(), 200, { 'content-type': copy.contentType });
	});
	app.notFound(() => errorResponse('not_found', 'The metrics are at /metrics.'));
	app.onError(() => errorResponse('internal', 'The metrics could not be read.'));
	return listen(createHttpServer(app), options.listen);
}
