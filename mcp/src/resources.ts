import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import { examplePrompt } from '@feedback/contract';

import { promptJsonSchema } from '../../contract/src/prompt-file/json-schema.ts';
import { callDocs } from './call-docs.ts';

/** Resources that a client can give to its model: the schema of a prompt, and the documentation. */
export function addResources(server: McpServer, { docsUrl }: { docsUrl: string | undefined }) {
	addJson(server, 'prompt.schema.json', 'JSON Schema of a prompt', promptJsonSchema);
	addJson(server, 'prompt.example.json', 'A prompt that uses every feature', () => examplePrompt);
	if (docsUrl === undefined) return;
	const read = async (page: string, uri: URL, signal: AbortSignal) => {
		const { markdown } = await callDocs(docsUrl, (docs) => docs.readPage(page, { signal }));
		return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: markdown }] };
	};
	server.registerResource(
		'docs-index',
		'feedback://docs/llms.txt',
		{ title: 'Every page of the documentation', mimeType: 'text/markdown' },
		(uri, { mcpReq }) => read('llms.txt', uri, mcpReq.signal),
	);
	server.registerResource(
		'docs-page',
		new ResourceTemplate('feedback://docs/{+page}', { list: undefined }),
		{ title: 'A page of the documentation', mimeType: 'text/markdown' },
		(uri, { page }, { mcpReq }) => read(String(page), uri, mcpReq.signal),
	);
}

function addJson(server: McpServer, name: string, title: string, make: () => unknown): void {
	const mimeType = 'application/json';
	server.registerResource(name, `feedback://${name}`, { title, mimeType }, (uri) => ({
		contents: [{ uri: uri.href, mimeType, text: JSON.stringify(make()) }],
	}));
}
