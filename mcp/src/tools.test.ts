import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';

import { registry } from '../../cli/src/registry.ts';
import { createServer } from './server.ts';
import { terminalOnly, tools } from './tools.ts';

type Listed = Awaited<ReturnType<Client['listTools']>>;
let list: Listed;

beforeAll(async () => {
	const [ours, theirs] = InMemoryTransport.createLinkedPair();
	const server = await createServer({
		client: undefined as never,
		docsUrl: 'http://127.0.0.1:4321',
		dashboardUrl: 'http://127.0.0.1:54323',
		scope: {},
		report: () => undefined,
	});
	await server.connect(theirs);
	const client = new Client({ name: 'test', version: '1' });
	await client.connect(ours);
	list = await client.listTools();
});

describe('the list of tools', () => {
	it('stands for every command of the command line that is no terminal’s own', () => {
		const commands = registry
			.map(({ name }) => name)
			.filter((name) => !terminalOnly.includes(name));
		const covered = tools.flatMap(({ commands: names }) => names);
		expect([...covered].sort()).toEqual([...commands].sort());
	});

	it('is small: at most 16 tools and 4,000 tokens', () => {
		expect(list.tools.length).toBeLessThanOrEqual(16);
		// JSON of this kind has 4.26 characters to a token of o200k, 4.4 of cl100k.
		expect(JSON.stringify(list).length / 4).toBeLessThanOrEqual(4_000);
	});

	it.each(tools.map((tool) => [tool.name, tool] as const))(
		'tells all there is to know of %s',
		(name, tool) => {
			const { title, description, annotations, inputSchema, outputSchema } = list.tools.find(
				(listed) => listed.name === name,
			)!;
			expect(name).toMatch(/^[a-z]+(_[a-z]+)?$/);
			expect(title).toBe(tool.title);
			expect(description).toMatch(/\.$/);
			expect(inputSchema.type).toBe('object');
			expect(outputSchema).toMatchObject({ type: 'object', properties: {} });
			expect(annotations).toEqual({
				readOnlyHint: tool.effect === 'reads',
				destructiveHint: tool.effect === 'changes',
				idempotentHint: true,
				openWorldHint: false,
			});
		},
	);
});
