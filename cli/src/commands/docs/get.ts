import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { Failure } from '../../failure.ts';
import { cleanText } from '../../output/clean.ts';
import { fetchDocs, notDocs } from './fetch-docs.ts';

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
		/** Approximate size; null where the site does not say. */
		tokens: z.number().int().nullable(),
		markdown: z.string(),
	}),
	examples: [
		{ text: 'The list of all pages', line: 'docs get llms.txt' },
		{ text: 'One page as Markdown', line: 'docs get prompts/overview' },
	],
	async run({ page }, context) {
		const base = context.settings.docs_url.value;
		const address = toMarkdownAddress(page, base);
		const { text, headers } = await fetchDocs(context, address, 'text/markdown');
		if (/^\s*<(!doctype|html)/i.test(text)) throw notDocs(base);
		const tokens = Number(headers.get('x-markdown-tokens') ?? Number.NaN);
		return {
			url: address.href,
			tokens: Number.isInteger(tokens) ? tokens : null,
			markdown: text,
		};
	},
	render: ({ markdown }) => cleanText(markdown),
});

// Of a page: `{base_url}/<page_path>/index.md`. Files with an ending are taken as they are.
function toMarkdownAddress(page: string, base: string): URL {
	const isAddress = /^https?:\/\//.test(page);
	if (isAddress && !page.startsWith(`${base}/`) && page !== base) {
		throw new Failure('usage', `${page} is not a page of the documentation at ${base}.`, {
			hint: 'Give its path, such as "prompts/overview".',
			next: [['feedback', 'docs', 'get', 'llms.txt']],
		});
	}
	const path = (isAddress ? page.slice(base.length) : page)
		.replace(/[?#].*$/, '')
		.replace(/^\/+|\/+$/g, '');
	if (/\.(md|txt)$/.test(path)) return new URL(`${base}/${path}`);
	return new URL(`${base}/${path ? `${path}/` : ''}index.md`);
}
