import type { Page, Request } from 'playwright';

/** One request of the SDK and its response. Values that vary between runs are placeholders such as `<uuid 3>`. */
export type Exchange = { route: string; request: unknown; status: number; answer: unknown };

/**
 * Records the page's requests to the `sdk` function from now on. The result resolves to the requests when all have a
 * response; call it before the page navigates, because a browser then forgets the responses.
 */
export function recordExchanges(page: Page): () => Promise<Exchange[]> {
	const sent: Promise<Exchange>[] = [];
	page.on('request', (request) => {
		if (request.method() !== 'POST' || !request.url().includes('/functions/v1/sdk/')) return;
		const read = readExchange(request);
		// The result reports the error.
		read.catch(() => undefined);
		sent.push(read);
	});
	return async () => {
		const replace = createReplacer();
		return (await Promise.all(sent)).map(({ route, request, status, answer }) => ({
			route,
			request: replace(request),
			status,
			answer: replace(answer),
		}));
	};
}

async function readExchange(request: Request): Promise<Exchange> {
	const response = (await request.response())!;
	return {
		route: new URL(request.url()).pathname.replace('/functions/v1/sdk', ''),
		request: JSON.parse(request.postData()!) as unknown,
		status: response.status(),
		answer: (await response.json()) as unknown,
	};
}

/** Replaces values that vary between runs; the same value gets the same placeholder. */
function createReplacer(): (value: unknown) => unknown {
	const known = new Map<string, string>();
	const counts = new Map<string, number>();
	const placeholder = (kind: string, value: string) => {
		if (!known.has(value)) {
			counts.set(kind, (counts.get(kind) ?? 0) + 1);
			known.set(value, `<${kind} ${counts.get(kind)}>`);
		}
		return known.get(value)!;
	};
	const replace = (value: unknown, key: string): unknown => {
		if (Array.isArray(value)) return value.map((item) => replace(item, key));
		if (typeof value === 'object' && value !== null) {
			return Object.fromEntries(
				Object.entries(value).map(([name, item]) => [name, replace(item, name)]),
			);
		}
		if (typeof value === 'number') return value > 1e12 ? '<time>' : value;
		if (typeof value !== 'string') return value;
		if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value))
			return placeholder('uuid', value);
		if (key === 'site' || key === 'secret' || key === 'token') return placeholder(key, value);
		return value;
	};
	return (value) => replace(value, '');
}
