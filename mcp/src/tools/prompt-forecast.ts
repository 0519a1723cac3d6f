import { parseInput, promptSchema, routes } from '@feedback/contract';
import { z } from 'zod';

import { content, prompt, site } from '../inputs.ts';
import { findSite } from '../place.ts';
import { ToolFailure } from '../tool-failure.ts';
import { defineTool } from '../tool.ts';

export const promptForecast = defineTool({
	name: 'prompt_forecast',
	title: 'Estimate the reach of a prompt',
	description:
		'Subjects that a saved prompt, or unsaved content, would have reached, why not others, and what other prompts would lose.',
	commands: ['prompt forecast'],
	need: 'connection',
	effect: 'reads',
	input: z.strictObject({
		site,
		prompt: prompt.optional(),
		content: content.optional(),
		days: z.int().min(1).max(30).default(30),
	}),
	// The schema in `tools/list` omits the fields of each prompt.
	output: routes.forecast.output.extend({ others: z.looseObject({}) }),
	async run({ site: named, prompt: id, content: given, days }, context) {
		const { client, signal } = context;
		if ((id === undefined) === (given === undefined)) {
			throw new ToolFailure('invalid_request', 'Pass exactly one of prompt and content.', {
				field: 'prompt',
			});
		}
		const parsed = given && parseInput(promptSchema, given, 'content');
		const place = await findSite(context, named);
		const evaluated =
			parsed ?? (await client.getPrompt({ site: place, prompt: id! }, { signal })).latest.content;
		const { others, ...figures } = await client.forecast(
			{ site: place, content: evaluated, days, others: true },
			{ signal },
		);
		return { ...figures, others: others ?? {} };
	},
});
