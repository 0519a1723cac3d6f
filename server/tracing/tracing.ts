/** Settings that an operator can change. */
export type TracingOptions = {
	/** Base URL of an OTLP/HTTP receiver, such as `http://127.0.0.1:4318`; spans go to `/v1/traces` below it. */
	endpoint: string;
};

/** `service.name` of each process in the traces. */
export const serviceNames = {
	gateway: 'feedback-gateway',
	functions: 'feedback-functions',
} as const;

export function tracesUrl({ endpoint }: TracingOptions): string {
	return `${endpoint.replace(/\/+$/, '')}/v1/traces`;
}

/** Environment in which Deno sends the spans of the functions' requests, and of their database calls. */
export function denoTracing({ endpoint }: TracingOptions): Record<string, string> {
	return {
		OTEL_DENO: 'true',
		OTEL_DENO_METRICS: 'false',
		OTEL_DENO_CONSOLE: 'ignore',
		OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.replace(/\/+$/, ''),
		OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
		OTEL_SERVICE_NAME: serviceNames.functions,
	};
}
