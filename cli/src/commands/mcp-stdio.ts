import { serveStdio } from '@modelcontextprotocol/server/stdio';

import { createServer, type Surroundings } from './server.ts';

/**
 * Serves MCP over standard input and output until the input ends. Nothing else may be written to standard
 * output meanwhile.
 */
export function serveTerminal(surroundings: Surroundings): Promise<void> {
	return new Promise((resolve) => {
		const server = serveStdio(() => createServer(surroundings), { onerror: surroundings.report });
		process.stdin.once('end', () => void server.close().then(resolve));
		process.stdin.once('close', () => void server.close().then(resolve));
	});
}
