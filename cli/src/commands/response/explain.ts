import { limits, routes, variantKeySchema } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { instant, option, promptUuid } from '../../describe.ts';
import { cleanLine } from '../../output/clean.ts';
import { count } from '../../output/more.ts';
import { shellWord } from '../../output/shell-word.ts';
import { countWhole } from './count-whole.ts';
import { condition, filterOptions, savedFilter } from './filter.ts';

export const responseExplain = defineCommand({
	name: 'response explain',
	summary: 'Explain a figure: what it counts, and the filter that lists exactly that.',
	need: 'response:read',
	place: 'site',
	options: z.object({
		prompt: promptUuid,
		figure: option(
			z.string().min(1).max(limits.results.figure),
			'Path of the figure in the JSON of "response summary"; or such as response_rates.groups.0.responses, repeat_answers.questions.0.scores.lower or scores.score.answers.',
			'figure',
		),
		since: instant('Count from a day or a time.'),
		until: instant('Count until a day or a time.'),
		variant: option(variantKeySchema.optional(), 'Count only this variant.', 'key'),
		revision: option(
			z.coerce.number().int().min(1).optional(),
			'Count only this revision.',
			'number',
		),
		condition,
		filter: savedFilter,
		by: option(
			z.string().min(1).optional(),
			'For a figure of response_rates: device, path, hour, audience, or a trait such as trait:plan.',
			'division',
		),
		days: option(
			z.coerce.number().int().min(1).max(limits.results.scoreDays).optional(),
			'For a figure of scores: the days of the period.',
			'number',
		),
	}),
	positionals: ['prompt', 'figure'],
	output: routes.explainFigure.output,
	examples: [
		{
			text: 'Who are the detractors',
			line: 'response explain <prompt_uuid> questions.0.nps.detractors',
		},
		{
			text: 'Who skipped the second question',
			line: 'response explain <prompt_uuid> questions.1.skipped',
		},
		{
			text: 'Who answered on a phone',
			line: 'response explain <prompt_uuid> response_rates.groups.0.responses --by device',
		},
	],
	async run({ prompt, figure, ...filter }, context) {
		const site = await context.site();
		const given = Object.fromEntries(
			Object.entries(filter).filter(([, value]) => value !== undefined),
		);
		return countWhole(context, { action: 'response:read', site }, () =>
			context.client.explainFigure({ site, prompt, figure, ...given }),
		);
	},
	render: ({ sentence, of, count: number, share_of: whole, filter, request }, paint) =>
		[
			paint.bold(cleanLine(sentence)),
			`${count(number, of === 'responses' ? 'response' : 'display')}${whole === null ? '' : ` of ${cleanLine(whole)}`}`,
			paint.dim(of === 'responses' ? (writeCommand(filter) ?? `GET ${request}`) : `GET ${request}`),
		].join('\n'),
});

/** The command that lists the responses; undefined if it lacks an option for part of the filter. */
function writeCommand(filter: Record<string, string | string[]>): string | undefined {
	const words = Object.entries(filter).map(([name, value]) => {
		if (!(name in filterOptions) || Array.isArray(value)) return undefined;
		return name === 'final' ? '--final' : `--${name} ${shellWord(value)}`;
	});
	return words.includes(undefined) ? undefined : ['feedback response list', ...words].join(' ');
}
