import { limits } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { cleanLine } from '../../output/clean.ts';
import { fetchDocs, notDocs } from './fetch-docs.ts';

const outputSchema = z.object({
	query: z.string(),
	results: z.array(
		z.object({
			title: z.string(),
			heading: z.string(),
			url: z.string(),
			markdown_url: z.string(),
			package: z.string(),
			version: z.string(),
			passage: z.string(),
		}),
	),
});

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
	output: outputSchema,
	examples: [
		{ text: 'Ask in your own words', line: 'docs search "how often does a prompt appear"' },
		{ text: 'Only addresses', line: 'docs search retention --fields results.markdown_url' },
	],
	async run({ query, limit }, context) {
		const base = context.settings.docs_url.value;
		const address = new URL(`${base}/search`);
		address.search = new URLSearchParams({ q: query, limit: String(limit) }).toString();
		const { text } = await fetchDocs(context, address, 'application/json');
		const parsed = outputSchema.safeParse(parseJson(text));
		if (!parsed.success) throw notDocs(base, parsed.error);
		return parsed.data;
	},
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

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
