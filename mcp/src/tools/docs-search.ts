import { limits } from '@feedback/contract';
import { z } from 'zod';

import { fetchDocs } from '../docs.ts';
import { limit } from '../inputs.ts';
import { ToolFailure } from '../tool-failure.ts';
import { defineTool } from '../tool.ts';

const output = z.object({
	results: z.array(
		z.object({
			title: z.string(),
			heading: z.string(),
			url: z.string(),
			markdown_url: z.string(),
			passage: z.string(),
		}),
	),
});

export const docsSearch = defineTool({
	name: 'docs_search',
	title: 'Search the documentation',
	description: 'Finds sections of the documentation by a question in plain words.',
	commands: ['docs search'],
	need: 'nothing',
	effect: 'reads',
	fromDocs: true,
	input: z.strictObject({
		query: z.string().min(1).max(500),
		limit: limit(limits.search.max, limits.search.default),
	}),
	output,
	async run({ query, limit: most }, context) {
		const search = new URLSearchParams({ q: query, limit: String(most) });
		const text = await fetchDocs(context, `/search?${search}`, 'application/json');
		const parsed = output.safeParse(parseJson(text));
		if (parsed.success) return parsed.data;
		throw new ToolFailure('unreachable', 'The address of the documentation answers otherwise.');
	},
});

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
