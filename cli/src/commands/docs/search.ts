import { docsSearchResponseSchema, limits } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { cleanLine } from '../../output/clean.ts';
import { callDocs } from './call-docs.ts';

export const docsSearch = defineCommand({
	name: 'docs search',
	summary: 'Search the documentation; needs no sign-in.',
	need: 'nothing',
	options: z.object({
		query: option(z.string().min(1).max(500), 'The question.', 'question'),
		limit: option(
			z.coerce.number().int().min(1).max(limits.search.max).default(limits.search.default),
			`How many results, at most ${limits.search.max}.`,
			'number',
		),
	}),
	positionals: ['query'],
	output: docsSearchResponseSchema,
	examples: [
		{ text: 'Ask in your own words', line: 'docs search "how often does a prompt appear"' },
		{ text: 'Only addresses', line: 'docs search retention --fields results.markdown_url' },
	],
	run: (input, context) => callDocs(context, (docs) => docs.search(input)),
	render: ({ query, results }, paint) => {
		if (results.length === 0) return `Nothing was found for "${cleanLine(query)}".`;
		return results
			.map(({ title, heading, url, passage }) =>
				[
					paint.bold(cleanLine(heading && heading !== title ? `${title} › ${heading}` : title)),
					paint.cyan(cleanLine(url)),
					cleanLine(passage),
				].join('\n'),
			)
			.join('\n\n');
	},
});
