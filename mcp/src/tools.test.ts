import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, it } from 'vitest';

import { listOffered } from './operations/offered.ts';
import { createServer } from './server.ts';
import { tools } from './tools.ts';

type Listed = Awaited<ReturnType<Client['listTools']>>;
let list: Listed;
let client: Client;

/** A client of a server with the given options. */
async function connect(options: Partial<Parameters<typeof createServer>[0]> = {}): Promise<Client> {
	const [ours, theirs] = InMemoryTransport.createLinkedPair();
	const server = await createServer({
		client: undefined as never,
		docsUrl: 'http://127.0.0.1:4321',
		dashboardUrl: 'http://127.0.0.1:54323',
		packagesUrl: 'http://127.0.0.1:4321',
		scope: {},
		report: () => undefined,
		...options,
	});
	await server.connect(theirs);
	const connected = new Client({ name: 'test', version: '1' });
	await connected.connect(ours);
	return connected;
}

beforeAll(async () => {
	client = await connect();
	list = await client.listTools();
});

describe('the list of tools', () => {
	it('is small: at most 18 tools and 4,500 tokens', () => {
		expect(list.tools.length).toBeLessThanOrEqual(18);
		expect(encode(JSON.stringify(list)).length).toBeLessThanOrEqual(4_500);
	});

	it('includes the maximum of a number and of a text', () => {
		const inputOf = (name: string) =>
			list.tools.find((tool) => tool.name === name)!.inputSchema.properties as Record<
				string,
				{ maximum?: number; maxLength?: number }
			>;
		expect(inputOf('prompt_forecast')['days']).toMatchObject({ maximum: 30 });
		expect(inputOf('responses_list')['limit']).toMatchObject({ maximum: 100 });
		expect(inputOf('events_list')['limit']).toMatchObject({ maximum: 100 });
		expect(inputOf('prompt_publish')['revision']).toMatchObject({ maximum: 2_147_483_647 });
		expect(inputOf('site_create')['name']).toMatchObject({ maxLength: 120 });
		// An integer without a limit has none.
		expect(inputOf('docs_get')['offset']).not.toHaveProperty('maximum');
	});

	it('does not require a sign-in from an agent that only proposes', () => {
		const { description } = list.tools.find(({ name }) => name === 'whoami')!;
		expect(description).toMatch(/Needs a sign-in/);
		expect(description).not.toMatch(/call it first/i);
	});

	it.each(tools.map((tool) => [tool.name, tool] as const))(
		'describes %s completely',
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

describe('commands_find', () => {
	it('describes every command in less than 16,000 characters', async () => {
		for (const { name } of listOffered()) {
			const { structuredContent } = await client.callTool({
				name: 'commands_find',
				arguments: { name },
			});
			expect(structuredContent).toMatchObject({ commands: [{ name }], input: { type: 'object' } });
			expect(JSON.stringify(structuredContent).length, name).toBeLessThan(16_000);
		}
	});
});

describe('a call with a wrong value', () => {
	type Failed = { error: { code: string; message: string; field: string } };
	const fail = async (name: string, given: Record<string, unknown>) => {
		const { content, isError } = await client.callTool({ name, arguments: given });
		expect(isError).toBe(true);
		return (JSON.parse((content as { text: string }[])[0]!.text) as Failed).error;
	};

	it('explains what names a prompt', async () => {
		expect(await fail('prompt_get', { prompt: 'Export experience' })).toMatchObject({
			code: 'invalid_request',
			field: 'prompt',
			message: 'prompt must be the UUID or the survey ID of a prompt',
		});
	});

	it('explains where to find the UUID if it gets a site ID', async () => {
		const { message } = await fail('prompts_list', { site: 'site_3k2p9x' });
		expect(message).toBe('site must be the UUID of a site, not its site ID; whoami lists it');
	});

	it('lists the known keys', async () => {
		const content = {
			survey_id: 'ease',
			name: 'Ease',
			questions: [{ id: 'ease', type: 'rating', title: 'How easy?' }],
			trigger: { events: ['report.exported'], properties: { format: 'pdf' } },
		};
		expect(await fail('prompt_forecast', { content })).toMatchObject({
			field: 'content.trigger.properties',
			message:
				'content.trigger.properties is not known here; known are: events, where, verified, source, repeated, unless, cancel_events',
		});
		const { message } = await fail('prompts_list', { sites: 'x' });
		expect(message).toBe('sites is not known here; known are: site, state, limit, cursor');
	});
});

describe('a page that is too long even with short texts', () => {
	it('has fewer items, and the cursor of the last one', async () => {
		const ids = Array.from({ length: 100 }, (_, index) => `response-${index}`);
		const traits = Object.fromEntries(ids.map((id) => [id, 'x'.repeat(200)]));
		const page = ({ limit = 0, cursor }: { limit?: number; cursor?: string }) => {
			const items = ids.slice(cursor === undefined ? 0 : ids.indexOf(cursor) + 1).slice(0, limit);
			return {
				items: items.map((id) => ({ id, answers: {}, account: null, traits })),
				next: items.at(-1),
			};
		};
		const listing = await connect({
			client: { listResponses: (query: object) => Promise.resolve(page(query)) } as never,
			scope: { site: '0197c0de-1234-7abc-8def-0123456789ab' },
		});
		type Page = { items: { id: string }[]; next: string };
		const read = async (given: object) => {
			const called = await listing.callTool({ name: 'responses_list', arguments: { ...given } });
			expect(JSON.stringify(called.structuredContent).length).toBeLessThanOrEqual(60_000);
			return called.structuredContent as Page;
		};
		const first = await read({ limit: 100 });
		const second = await read({ limit: 100, cursor: first.next });
		const found = [...first.items, ...second.items].map(({ id }) => id);
		expect(found.length).toBeGreaterThan(2);
		expect(found).toEqual(ids.slice(0, found.length));
	});
});
