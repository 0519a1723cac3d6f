import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { localMcpUrl } from '../../site/src/mcp/local-mcp-url.ts';
import { type DocsOptions, startDocsThread } from './start-docs-thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-docs-thread-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const base = 'https://docs.example.com';
const read = async (url: string) => (await fetch(url)).text();
const start = (options: Partial<DocsOptions>) =>
	startDocsThread(
		{ folder, base, packages: [], ...options },
		{
			log: (line) => {
				throw new Error(line);
			},
		},
	);

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
	const docs = await start({ apiUrl });
	const url = `http://127.0.0.1:${docs.port}/llms.txt`;
	expect(await read(url)).toBe(`Connect to ${apiUrl}/mcp`);
	await docs.stop();
	await expect(read(url)).rejects.toThrow();
});

it('a folder without documentation is refused', async () => {
	await expect(start({ folder: join(folder, 'none') })).rejects.toThrow('ENOENT');
});
