import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

import type { StartTrace } from '../gateway/app.ts';
import { placeOf } from '../metrics/place.ts';
import { type TracingOptions, serviceNames, tracesUrl } from './tracing.ts';

export type GatewayTraces = {
	startTrace: StartTrace;
	/** Sends the remaining spans. */
	stop(): Promise<void>;
};

const getter = {
	keys: (carrier: Record<string, string>) => Object.keys(carrier),
	get: (carrier: Record<string, string>, key: string) => carrier[key],
};
const setter = {
	set(carrier: Record<string, string>, key: string, value: string) {
		carrier[key] = value;
	},
};

/** Creates a span for each forwarded request. The span continues the trace of a trusted proxy if there is one. */
export function traceGateway(options: TracingOptions): GatewayTraces {
	const exporter = new OTLPTraceExporter({ url: tracesUrl(options) });
	const provider = new TracerProvider({
		resource: resourceFromAttributes({ 'service.name': serviceNames.gateway }),
		spanProcessors: [new BatchSpanProcessor({ exporter })],
	});
	const tracer = provider.getTracer('feedback');
	const propagator = new W3CTraceContextPropagator();
	return {
		startTrace({ method = '', url = '' }, outgoing, { trace: received }) {
			const path = url.split('?', 1)[0]!;
			const { part, route } = placeOf(path);
			const parent = propagator.extract(ROOT_CONTEXT, received, getter);
			const name = [method, part, route].filter(Boolean).join(' ');
			const attributes = { 'http.request.method': method, 'url.path': path };
			const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
			outgoing.once('close', () => {
				const status = outgoing.statusCode;
				span.setAttribute('http.response.status_code', status);
				if (status >= 500 || !outgoing.writableFinished)
					span.setStatus({ code: SpanStatusCode.ERROR });
				span.end();
			});
			const headers: Record<string, string> = {};
			propagator.inject(trace.setSpan(parent, span), headers, setter);
			return headers;
		},
		stop: () => provider.shutdown(),
	};
}
