import { createServer, type ServerOptions } from '@feedback/mcp';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/**
 * Serves MCP over standard input and output until the input ends. Nothing else may write to standard output
 * meanwhile.
 */
export function serveMcp(options: ServerOptions): Promise<void> {
	return new Promise((resolve) => {
		const server = serveStdio(() => createServer(options), { onerror: options.report });
		const close = () => void server.close().then(resolve);
		process.stdin.once('end', close);
		process.stdin.once('close', close);
	});
}
