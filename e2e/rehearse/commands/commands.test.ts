// Every command of the documentation, page by page, on a machine that has only Node.js and its package managers. A
// person approves what the commands ask for.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { createClient } from '@feedback/client';
import { product, registryOf, tarballPath } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { root } from '../../../server/layout/tree.ts';
import { buildIfStale, builds } from '../../../server/parts/builds.ts';
import type { Stack } from '../../../server/stack/start-stack.ts';
import { isAbout } from '../../../site/test/blocks/exempt-blocks.ts';
import { type Block, readBlocks } from '../../../site/test/blocks/read-blocks.ts';
import { notRun } from '../../../site/test/blocks/terminal-blocks.ts';
import { readBuiltPages } from '../../../site/test/honesty/pages.ts';
import { testDocs } from '../../../site/test/test-docs.ts';
import { listen, type NodeDocs } from '../../../site/src/server/node.ts';
import { fetchToken } from '../../../testing/demo-session.ts';
import { startTestStack } from '../../../testing/start-test-stack.ts';
import { files } from './fixtures.ts';
import { type Machine, startMachine } from './machine.ts';
import { runBlock, type Surroundings } from './run-block.ts';

await buildIfStale(testDocs, console.log);
const blocks = (await readBuiltPages(join(root, testDocs.output))).flatMap(readBlocks);
const isRun = (block: Block) =>
	block.language === 'sh' && !notRun.some((exemption) => isAbout(exemption, block));
const pages = [...new Set(blocks.filter(isRun).map(({ page }) => page))];

let machine: Machine;
let stack: Stack;
let docs: NodeDocs;
let receiver: Server;
let surroundings: Surroundings;

beforeAll(async () => {
	await buildIfStale(builds.packages, console.log);
	receiver = createServer((_, response) => response.end());
	await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
	machine = await startMachine();
	stack = await startTestStack({ environment: { FEEDBACK_PRIVATE_NETWORKS: '127.0.0.1' } });
	docs = await listen({
		folder: join(root, testDocs.output),
		port: 0,
		apiUrl: stack.apiUrl,
		packages: [join(root, builds.packages.output)],
	});
	const token = await fetchToken(stack);
	const { port } = receiver.address() as AddressInfo;
	const owner = createClient({ apiUrl: stack.apiUrl, token: () => Promise.resolve(token) });
	const { id: workspace } = await owner.createWorkspace({ name: 'Acme' });
	surroundings = {
		machine,
		token,
		owner,
		workspace,
		apiUrl: stack.apiUrl,
		docsUrl: docs.url,
		receiverUrl: `http://127.0.0.1:${port}/`,
	};
	const { cliPackage, version } = product;
	await machine.install(registryOf(docs.url) + tarballPath(cliPackage, version));
});

afterAll(async () => {
	await machine?.remove();
	await docs?.stop();
	await stack?.stop();
	receiver?.close();
});

describe('every command works for a stranger', () => {
	it.each(pages)('on %s', async (page) => {
		const ofPage = blocks.filter((block) => block.page === page);
		const shown = ofPage
			.filter(({ title }) => /^[\w.-]+\.(ya?ml|json)$/.test(title) && title !== 'feedback.json')
			.map(({ title, code }) => [title, code]);
		const home = `/home/dev/${page.replaceAll('/', '-')}`;
		const failed: string[] = [];
		for (const [at, block] of ofPage.filter(isRun).entries()) {
			// Each package manager needs an app without the files of another.
			const folder = page.startsWith('install/') ? `${home}/${at}` : home;
			await machine.write(folder, { ...files, ...Object.fromEntries(shown) });
			await machine.write(`${folder}-home`, {});
			failed.push(...(await runBlock(block.code, folder, surroundings)));
		}
		expect(failed.join('\n\n')).toBe('');
	});
});
