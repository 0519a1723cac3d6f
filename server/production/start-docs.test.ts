import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { listenInThread } from '@feedback/site/server-thread';
import { afterAll, expect, it } from 'vitest';

import { layout } from '#layout';
import { localMcpUrl } from '../../site/src/mcp/local-mcp-url.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-docs-thread-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const base = 'https://docs.example.com';
const read = async (url: string) => (await fetch(url)).text();
const fail = (line: string) => {
	throw new Error(line);
};

it('the documentation is served by a thread, with the URL of the service’s MCP server', async () => {
	const manifest = {
		base,
		policy: '',
		pages: {},
		files: { '/llms.txt': { hash: 'a', type: 'text/plain' } },
		redirects: {},
	};
	mkdirSync(join(folder, '_server'));
	writeFileSync(join(folder, '_server/manifest.json'), JSON.stringify(manifest));
	writeFileSync(join(folder, 'llms.txt'), `Connect to ${localMcpUrl}`);
	const apiUrl = 'https://feedback.example.com/functions/v1';
	const docs = await listenInThread(layout.docsThread, { folder, port: 0, base, apiUrl }, fail);
	expect(await read(`${docs.url}/llms.txt`)).toBe(`Connect to ${apiUrl}/mcp`);
	await docs.stop();
	await expect(read(`${docs.url}/llms.txt`)).rejects.toThrow();
});

it('a thread that fails is logged, and replaced at the same address', async () => {
	const script = join(folder, 'fails.mjs');
	writeFileSync(
		script,
		`import { createServer } from 'node:http';
		import { parentPort, workerData } from 'node:worker_threads';
		const server = createServer((_, response) => response.end('served', () => { throw new Error('broken'); }));
		server.listen(workerData.port, '127.0.0.1', () =>
			parentPort.postMessage('http://127.0.0.1:' + server.address().port));`,
	);
	const lines: string[] = [];
	const docs = await listenInThread(script, { folder, port: 0 }, (line) => lines.push(line));
	expect(await read(docs.url)).toBe('served');
	await expect.poll(() => lines.join()).toBe('The documentation’s server failed: broken');
	await expect.poll(() => read(docs.url).catch(() => ''), { timeout: 10_000 }).toBe('served');
	await docs.stop();
});

it('a folder without documentation is refused', async () => {
	await expect(
		listenInThread(layout.docsThread, { folder: join(folder, 'none'), port: 0, base }, fail),
	).rejects.toThrow('ENOENT');
});
