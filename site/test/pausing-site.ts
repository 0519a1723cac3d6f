import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

import { onTestFinished } from 'vitest';

/** Milliseconds of the pause: a browser paints what has arrived. */
const pause = 400;

/** A site whose pages pause before a text, as over a slow network. What is not a page is not delayed. */
export async function startPausingSite(base: string, pauseBefore: string): Promise<string> {
	const server = createServer((request, response) => {
		void (async () => {
			const found = await fetch(base + request.url);
			const type = found.headers.get('content-type') ?? '';
			response.writeHead(found.status, { 'content-type': type });
			const body = Buffer.from(await found.arrayBuffer());
			const at = type.startsWith('text/html') ? body.indexOf(pauseBefore) : -1;
			if (at < 0) return response.end(body);
			response.write(body.subarray(0, at));
			await setTimeout(pause);
			return response.end(body.subarray(at));
		})();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close().closeAllConnections());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
