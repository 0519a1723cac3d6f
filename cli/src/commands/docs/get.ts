import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { cleanText } from '../../output/clean.ts';
import { callDocs } from './call-docs.ts';

export const docsGet = defineCommand({
	name: 'docs get',
	summary: 'Print a page of the documentation; needs no sign-in.',
	need: 'nothing',
	options: z.object({
		page: option(z.string().min(1).max(500), 'Path or address of the page, or llms.txt.', 'page'),
	}),
	positionals: ['page'],
	output: z.object({
		url: z.string(),
		/** Approximate size; null if the site does not send it. */
		tokens: z.number().int().nullable(),
		markdown: z.string(),
	}),
	examples: [
		{ text: 'The list of all pages', line: 'docs get llms.txt' },
		{ text: 'One page as Markdown', line: 'docs get prompts/overview' },
	],
	run: ({ page }, context) => callDocs(context, (docs) => docs.readPage(page)),
	render: ({ markdown }) => cleanText(markdown),
});
