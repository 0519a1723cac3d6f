import { createServer } from 'node:http';

import { listen } from '../../server/gateway/listen.ts';

type Span = {
	service: string;
	name: string;
	traceId: string;
	spanId: string;
	parentSpanId: string;
};

/** An OTLP/HTTP receiver for tests, with the spans that it received. */
export type TraceReceiver = { url: string; spans: Span[]; stop(): Promise<void> };

type Attribute = { key: string; value: { stringValue?: string } };
type Export = {
	resourceSpans: {
		resource: { attributes: Attribute[] };
		scopeSpans: { spans: Omit<Span, 'service'>[] }[];
	}[];
};

/** Starts a receiver of traces in OTLP/JSON. */
export async function receiveTraces(): Promise<TraceReceiver> {
	const spans: Span[] = [];
	const server = createServer((incoming, outgoing) => {
		let body = '';
		incoming.on('data', (chunk) => (body += String(chunk)));
		incoming.once('end', () => {
			for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
				const found = resource.attributes.find(({ key }) => key === 'service.name');
				const service = found?.value.stringValue ?? '';
				for (const { spans: received } of scopeSpans)
					for (const span of received) spans.push({ ...span, service });
			}
			outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}');
		});
	});
	const { url, stop } = await listen(server, 0);
	return { url, spans, stop };
}
