import { describeBacktest, formatChange, formatSample, reasons, routes } from '@feedback/contract';
import type { RouteOutput } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { Failure } from '../../failure.ts';
import { count, formatNumber } from '../../output/more.ts';
import type { Paint } from '../../output/paint.ts';
import { renderTable } from '../../output/table.ts';
import { readPromptFile } from './read-prompt-file.ts';
import { promptNameSchema } from '../../uuid.ts';

type Others = NonNullable<RouteOutput<'forecast'>['others']>;

export const promptForecast = defineCommand({
	name: 'prompt forecast',
	summary: 'Estimate whom a prompt would have reached, and what other prompts would lose.',
	need: 'connection',
	place: 'site',
	options: z.object({
		prompt: option(promptNameSchema.optional(), 'A prompt, at its latest revision.', 'prompt_uuid'),
		file: option(
			z.string().min(1).optional(),
			'Or a prompt file, "-" for standard input.',
			'prompt_file',
		),
		days: option(
			z.coerce.number().int().min(1).max(30).default(30),
			'Days to look back, at most 30.',
			'number',
		),
	}),
	positionals: ['prompt'],
	output: routes.forecast.output,
	examples: [
		{ text: 'Before a prompt is published', line: 'prompt forecast --file prompt.yaml' },
		{ text: 'For a saved prompt, over one week', line: 'prompt forecast <prompt_uuid> --days 7' },
	],
	async run({ prompt, file, days }, context) {
		if ((prompt === undefined) === (file === undefined)) {
			throw new Failure('usage', 'Pass exactly one of a prompt and --file.', {
				hint: 'For example: feedback prompt forecast --file prompt.yaml',
				next: [['feedback', 'prompt', 'forecast', '--help']],
			});
		}
		const ofFile = file === undefined ? undefined : await readPromptFile(context, file);
		const site = await context.site();
		const content =
			ofFile ?? (await context.client.getPrompt({ site, prompt: prompt! })).latest.content;
		return context.client.forecast({ site, content, days, others: true });
	},
	render: (figures, paint) => {
		const {
			subjects,
			error,
			low,
			high,
			displays,
			events,
			sampled,
			share,
			reasons: counts,
			others,
		} = figures;
		const range = ` (${formatNumber(low)} to ${formatNumber(high)})`;
		const about = paint.bold(
			error > 0 ? `about ${formatNumber(subjects)}${range}` : formatNumber(subjects),
		);
		const people = `${about} ${subjects === 1 ? 'subject' : 'subjects'}`;
		const rows = Object.entries(counts).sort(([, a], [, b]) => b - a);
		const head = [
			`It would have been displayed to ${people}, ${count(displays, 'time')}, after ${count(events, 'event')}.`,
			...(sampled ? [`Estimated from ${formatSample(share)} of the subjects.`] : []),
		].join('\n');
		const parts = [head];
		const table = renderTable(
			rows,
			[
				{ head: 'EVENTS', cell: ([, number]) => number, right: true },
				{ head: 'REASON', cell: ([code]) => code },
				{ head: 'MEANS', cell: ([code]) => (reasons as Record<string, string>)[code] ?? '' },
			],
			paint,
		);
		if (rows.length > 0) parts.push(table);
		if (others) parts.push(...renderOthers(others, paint));
		return parts.join('\n\n');
	},
});

function renderOthers({ prompts, backtest }: Others, paint: Paint): string[] {
	const table = renderTable(
		prompts,
		[
			{ head: 'WITHOUT IT', cell: (row) => row.displays_without, right: true },
			{ head: 'WITH IT', cell: (row) => row.displays_with, right: true },
			{ head: 'CHANGE', cell: ({ change, change_error }) => formatChange(change, change_error) },
			{ head: 'SURVEY ID', cell: (row) => row.survey_id },
			{ head: 'NAME', cell: (row) => row.name },
		],
		paint,
	);
	return [
		...(prompts.length > 0 ? [`Displays of other prompts:\n${table}`] : []),
		describeBacktest(backtest),
	];
}
