import { z } from 'zod';

import { callDocs } from '../call-docs.ts';
import { defineTool } from '../tool.ts';

/** Characters of one reply. */
const maxLength = 30_000;

export const docsGet = defineTool({
	name: 'docs_get',
	title: 'Read a page of the documentation',
	description: 'A page as Markdown, by path or address; llms.txt lists every page.',
	commands: ['docs get'],
	need: 'nothing',
	effect: 'reads',
	fromDocs: true,
	input: z.strictObject({
		page: z.string().min(1).max(500),
		offset: z.int().min(0).default(0).describe('next of the previous reply'),
	}),
	output: z.object({ url: z.string(), markdown: z.string(), next: z.int().nullable() }),
	async run({ page, offset }, { docsUrl, signal }) {
		const { url, markdown } = await callDocs(docsUrl, (docs) => docs.readPage(page, { signal }));
		const end = offset + maxLength;
		return { url, markdown: markdown.slice(offset, end), next: end < markdown.length ? end : null };
	},
});
