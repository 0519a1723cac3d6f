import { docsSearchResultSchema, limits } from '@feedback/contract';
import { z } from 'zod';

import { callDocs } from '../call-docs.ts';
import { limit } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export const docsSearch = defineTool({
	name: 'docs_search',
	title: 'Search the documentation',
	description: 'Finds sections of the documentation that answer a question.',
	commands: ['docs search'],
	need: 'nothing',
	effect: 'reads',
	fromDocs: true,
	input: z.strictObject({
		query: z.string().min(1).max(limits.search.query),
		limit: limit(limits.search.max, limits.search.default),
	}),
	output: z.object({
		results: z.array(docsSearchResultSchema.omit({ package: true, version: true })),
	}),
	run: (input, { docsUrl, signal }) => callDocs(docsUrl, (docs) => docs.search(input, { signal })),
});
