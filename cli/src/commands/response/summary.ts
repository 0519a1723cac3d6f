import { routes, variantKeySchema } from '@feedback/contract';
import type { RouteOutput } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { instant, option, promptUuid } from '../../describe.ts';
import { cleanLine } from '../../output/clean.ts';
import type { Paint } from '../../output/paint.ts';
import { renderFacts } from '../../output/table.ts';
import { countWhole } from './count-whole.ts';
import { condition, savedFilter } from './filter.ts';

export const responseSummary = defineCommand({
	name: 'response summary',
	summary: 'Show the figures of a prompt.',
	need: 'response:read',
	place: 'site',
	options: z.object({
		prompt: promptUuid,
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
	}),
	positionals: ['prompt'],
	output: routes.summarizeResponses.output,
	examples: [
		{ text: 'Everything so far', line: 'response summary <prompt_uuid>' },
		{
			text: 'Of phones only',
			line: `response summary <prompt_uuid> --condition '{"context":"device","op":"is","value":"phone"}'`,
		},
		{
			text: 'The NPS with its interval',
			line: 'response summary <prompt_uuid> --fields questions.id,questions.nps',
		},
	],
	async run({ prompt, since, until, variant, revision, condition: met, filter }, context) {
		const { client } = context;
		const site = await context.site();
		const input = {
			site,
			prompt,
			...(since !== undefined && { since }),
			...(until !== undefined && { until }),
			...(variant !== undefined && { variant }),
			...(revision !== undefined && { revision }),
			...(met !== undefined && { condition: met }),
			...(filter !== undefined && { filter }),
		};
		return countWhole(context, { action: 'response:read', site }, () =>
			client.summarizeResponses(input),
		);
	},
	render: (summary, paint) =>
		[
			renderFacts(
				[
					...writeCounted(summary),
					[
						'Displays',
						`${summary.displays}, of which ${summary.answered} answered and ${summary.unconfirmed} unconfirmed`,
					],
					['Dismissed', String(summary.dismissed)],
					...(summary.postponed > 0
						? [['Postponed', String(summary.postponed)] as [string, string]]
						: []),
					['Responses', `${summary.responses}, of which ${summary.final} complete`],
					...(summary.response_rate
						? [['Response rate', writeShare(summary.response_rate)] as [string, string]]
						: []),
					...(summary.time_to_answer
						? [['Time to answer', writeTime(summary.time_to_answer)] as [string, string]]
						: []),
				],
				paint,
			),
			...summary.questions.map((question) =>
				renderQuestion(question, isSplit(question, summary.questions), paint),
			),
		].join('\n\n'),
});

type Summary = RouteOutput<'summarizeResponses'>;
type Question = Summary['questions'][number];
type Estimate = NonNullable<Question['mean']>;

function writeCounted({ counted }: Summary): [string, string][] {
	return counted < 1 ? [['Counted', `${Math.round(counted * 100)}% of the answers`]] : [];
}

const barWidth = 30;

/**
 * Whether the question has several forms, because its type, scale or options changed: each form has separate figures.
 */
function isSplit({ id }: Question, questions: readonly Question[]): boolean {
	return questions.filter((question) => question.id === id).length > 1;
}

function renderQuestion(question: Question, split: boolean, paint: Paint): string {
	const { title, id, reached, answered, revisions } = question;
	const asked = split ? `, as asked in revision ${revisions.toReversed().join(', ')}` : '';
	return [
		`${paint.bold(cleanLine(title))} ${paint.dim(`${cleanLine(id)}, ${answered} of ${reached} answered${asked}`)}`,
		...writeWordings(question),
		...writeScores(question),
		...renderCounts(question, paint),
	].join('\n');
}

/** Each text of a question that was asked in different words. */
function writeWordings({ wordings }: Question): string[] {
	return wordings.map(
		({ title, revisions, answered }) =>
			`Asked as "${cleanLine(title)}" in revision ${revisions.toReversed().join(', ')}: ${answered} answered`,
	);
}

type Measure = {
	[Field in keyof Question]: Question[Field] extends Estimate | null ? Field : never;
}[keyof Question];

const measures: Record<Measure, (estimate: Estimate, question: Question) => string> = {
	nps: (nps) => `NPS ${writeBounds(nps, (value) => String(Math.round(value)))}`,
	mean(mean, { type, scale }) {
		const name = type === 'rating' && scale === 7 ? 'CES, the mean' : 'Mean';
		return `${name} ${writeBounds(mean, (value) => value.toFixed(2))}`;
	},
	top_two: (topTwo, { scale }) =>
		`CSAT, the ${scale === 3 ? 'highest rating' : 'two highest ratings'} ${writeShare(topTwo)}`,
};

/** Each score with its interval, which stays valid however often the results are checked. */
function writeScores(question: Question): string[] {
	return (Object.keys(measures) as Measure[]).flatMap((measure) => {
		const estimate = question[measure];
		return estimate ? [measures[measure](estimate, question)] : [];
	});
}

function renderCounts({ counts, shares }: Question, paint: Paint): string[] {
	const entries = Object.entries(counts);
	const most = Math.max(1, ...entries.map(([, number]) => number));
	const width = Math.max(0, ...entries.map(([value]) => cleanLine(value).length));
	return entries.map(([value, number]) => {
		const bar = '█'.repeat(Math.round((number / most) * barWidth));
		const share = shares[value] ? ` ${paint.dim(writeShare(shares[value]))}` : '';
		return `${cleanLine(value).padEnd(width)}  ${paint.cyan(bar)} ${number}${share}`;
	});
}

type Bounds = { value: number; low: number; high: number };

function writeBounds({ value, low, high }: Bounds, write: (value: number) => string): string {
	return `${write(value)} (${write(low)} to ${write(high)})`;
}

function writeShare(share: Bounds): string {
	return writeBounds(share, (value) => `${Math.round(value * 100)}%`);
}

function writeTime({ median, p90 }: NonNullable<Summary['time_to_answer']>): string {
	return `${Math.round(median)} s for half of the answers, ${Math.round(p90)} s for nine in ten`;
}
