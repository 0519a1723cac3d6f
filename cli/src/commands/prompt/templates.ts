import { promptSchema } from '@feedback/contract';
import { blankTemplate, templates } from '@feedback/contract/templates';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { renderTable } from '../../output/table.ts';

export const promptTemplates = defineCommand({
	name: 'prompt templates',
	summary: 'List the templates of prompts; needs no sign-in.',
	need: 'nothing',
	options: z.object({}),
	output: z.object({
		items: z.array(
			z.object({ name: z.string(), title: z.string(), about: z.string(), content: promptSchema }),
		),
	}),
	examples: [
		{ text: 'Names to use with prompt create', line: 'prompt templates' },
		{ text: 'With the whole prompts', line: 'prompt templates --json' },
	],
	run: () =>
		Promise.resolve({
			items: [...templates, blankTemplate].map((template) => ({
				...template,
				content: promptSchema.parse(template.content),
			})),
		}),
	render: ({ items }, paint) =>
		[
			renderTable(
				items,
				[
					{ head: 'NAME', cell: ({ name }) => name },
					{ head: 'TEMPLATE', cell: ({ title }) => title },
					{ head: 'ABOUT', cell: ({ about }) => about },
				],
				paint,
			),
			paint.dim('Create a draft: feedback prompt create --template <name>'),
		].join('\n'),
});
