import { routes, variantKeySchema } from '@feedback/contract';
import type { RouteOutput } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { instant, option, promptUuid } from '../../describe.ts';
import { cleanLine } from '../../output/clean.ts';
import type { Paint } from '../../output/paint.ts';
import { renderFacts } from '../../output/table.ts';

export const responseSummary = defineCommand({
	name: 'response summary',
	summary: 'Show the figures of a prompt.',
	need: 'response:read',
	place: 'site',
	options: z.object({
		prompt: promptUuid,
		since: instant('Count from a day or a moment.'),
		until: instant('Count until a day or a moment.'),
		variant: option(variantKeySchema.optional(), 'Count only this variant.', 'key'),
	}),
	positionals: ['prompt'],
	output: routes.summarizeResponses.output,
	examples: [
		{ text: 'Everything so far', line: 'response summary <prompt_uuid>' },
		{
			text: 'The NPS with its interval',
			line: 'response summary <prompt_uuid> --fields questions.id,questions.nps',
		},
	],
	async run({ prompt, since, until, variant }, { client, site: findSite, withApproval }) {
		const site = await findSite();
		const input = {
			site,
			prompt,
			...(since !== undefined && { since }),
			...(until !== undefined && { until }),
			...(variant !== undefined && { variant }),
		};
		return withApproval({ action: 'response:read', site }, () => client.summarizeResponses(input));
	},
	render: (summary, paint) =>
		[
			renderFacts(
				[
					['Displays', `${summary.displays}, of which ${summary.unconfirmed} unconfirmed`],
					['Dismissed', String(summary.dismissed)],
					['Responses', `${summary.responses}, of which ${summary.final} sent to the end`],
				],
				paint,
			),
			...summary.questions.map((question) =>
				renderQuestion(question, isSplit(question, summary.questions), paint),
			),
		].join('\n\n'),
});

type Question = RouteOutput<'summarizeResponses'>['questions'][number];
const barWidth = 30;

/** Its type, scale or options changed, so each way of asking it has figures. */
function isSplit({ id }: Question, questions: readonly Question[]): boolean {
	return questions.filter((question) => question.id === id).length > 1;
}

function renderQuestion(question: Question, split: boolean, paint: Paint): string {
	const { title, id, reached, answered, counts, mean, nps, revisions } = question;
	const asked = split ? `, as asked in revision ${revisions.toReversed().join(', ')}` : '';
	const lines = [
		`${paint.bold(cleanLine(title))} ${paint.dim(`${cleanLine(id)}, ${answered} of ${reached} answered${asked}`)}`,
	];
	if (nps)
		lines.push(`NPS ${Math.round(nps.value)} (${Math.round(nps.low)} to ${Math.round(nps.high)})`);
	if (mean)
		lines.push(`Mean ${mean.value.toFixed(2)} (${mean.low.toFixed(2)} to ${mean.high.toFixed(2)})`);
	const entries = Object.entries(counts);
	const most = Math.max(1, ...entries.map(([, number]) => number));
	const width = Math.max(0, ...entries.map(([value]) => cleanLine(value).length));
	for (const [value, number] of entries) {
		const bar = '█'.repeat(Math.round((number / most) * barWidth));
		lines.push(`${cleanLine(value).padEnd(width)}  ${paint.cyan(bar)} ${number}`);
	}
	return lines.join('\n');
}
