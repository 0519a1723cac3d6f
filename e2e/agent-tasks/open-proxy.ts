import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { newSender } from '../../mcp/test/new-sender.ts';

export type Proxy = {
	/** Address of the service through the proxy. */
	apiUrl: string;
	/** Number of tools that were called. */
	toolCalls(): number;
	/** Throws the error of a decision that failed. */
	rethrow(): void;
	close(): void;
};

/**
 * A proxy between an agent and the service. It counts calls of tools, and holds every response back until the person
 * has decided what the request asked for.
 *
 * @param decide the person looks at the requests and decides
 */
export async function openProxy(apiUrl: string, decide: () => Promise<void>): Promise<Proxy> {
	let toolCalls = 0;
	let failure: unknown;
	let decided = Promise.resolve();
	const server = createServer(async (from, to) => {
		const body = await readBody(from);
		const headers = { ...from.headers, ...newSender(), host: new URL(apiUrl).host };
		const forwarded = request(new URL(from.url!, apiUrl), { method: from.method, headers });
		if (body.includes('"tools/call"')) toolCalls += 1;
		forwarded.once('response', async (response) => {
			const reply = await readBody(response);
			// In turn: two responses at once could decide the same request.
			decided = decided.then(decide).catch((error: unknown) => void (failure ??= error));
			await decided;
			to.writeHead(response.statusCode!, response.headers);
			to.end(reply);
		});
		forwarded.once('error', () => to.destroy());
		to.once('close', () => forwarded.destroy());
		forwarded.end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		apiUrl: `http://127.0.0.1:${port}${new URL(apiUrl).pathname}`,
		toolCalls: () => toolCalls,
		rethrow() {
			if (failure !== undefined) throw failure;
		},
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

async function readBody(from: IncomingMessage): Promise<Buffer> {
	return Buffer.concat((await from.toArray()) as Buffer[]);
}
