const json = 'application/json';
const events = 'text/event-stream';

/**
 * Headers that the protocol's library accepts: it requires both types, but proxies and simple clients name one, any or
 * none.
 */
export function acceptBoth(headers: Headers): Headers {
	if (!accepts(headers, json) && !accepts(headers, events)) return headers;
	const both = new Headers(headers);
	both.set('accept', `${json}, ${events}`);
	return both;
}

/** The response in the form that the client reads: one that does not accept an event stream gets its messages as JSON. */
export async function toAccepted(headers: Headers, response: Response): Promise<Response> {
	const isStream = response.headers.get('content-type')?.startsWith(events) ?? false;
	if (!isStream || accepts(headers, events)) return response;
	const messages = readMessages(await response.text());
	const changed = new Headers(response.headers);
	changed.set('content-type', json);
	const body = messages.length === 1 ? messages[0] : messages;
	return new Response(JSON.stringify(body), { status: response.status, headers: changed });
}

function accepts(headers: Headers, type: string): boolean {
	const given = headers.get('accept') ?? '*/*';
	const [group] = type.split('/');
	const ranges = given.split(',').map((range) => range.split(';')[0]!.trim().toLowerCase());
	return ranges.some((range) => range === '*/*' || range === `${group}/*` || range === type);
}

/** The responses in an event stream; notifications need a stream. */
function readMessages(stream: string): unknown[] {
	return stream
		.split(/\r?\n/)
		.filter((line) => line.startsWith('data:') && line.length > 'data: '.length)
		.map((line) => JSON.parse(line.slice('data:'.length)) as Record<string, unknown>)
		.filter((message) => 'id' in message && ('result' in message || 'error' in message));
}
