import { routes } from '@feedback/contract';
import type { RouteOutput } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option, promptUuid } from '../../describe.ts';
import { cleanLine } from '../../output/clean.ts';
import type { Paint } from '../../output/paint.ts';
import { countWhole } from './count-whole.ts';

const side = (description: string) => option(z.string().min(1), description, 'side');

export const responseCompare = defineCommand({
	name: 'response compare',
	summary: 'Compare two parts of the responses to a prompt.',
	need: 'response:read',
	place: 'site',
	options: z.object({
		prompt: promptUuid,
		one: side(
			'JSON with any of since, until, trait, account, revision, variant, condition and filter; {} is everyone.',
		),
		other: side('The same for the other side.'),
	}),
	positionals: ['prompt'],
	output: routes.compareResponses.output,
	examples: [
		{
			text: 'Two plans',
			line: `response compare <prompt_uuid> --one '{"trait":["plan:pro"]}' --other '{"trait":["plan:free"]}'`,
		},
		{
			text: 'Two revisions',
			line: `response compare <prompt_uuid> --one '{"revision":3}' --other '{"revision":2}'`,
		},
	],
	async run({ prompt, one, other }, context) {
		const site = await context.site();
		return countWhole(context, { action: 'response:read', site }, () =>
			context.client.compareResponses({ site, prompt, one, other }),
		);
	},
	render: (comparison, paint) =>
		[
			...(comparison.time_differs
				? [
						'The two sides cover different times, so a difference may have another cause, such as who visited.',
					]
				: []),
			...(comparison.response_rate
				? [renderDifferences('Response rate', [comparison.response_rate], comparison, paint)]
				: []),
			...comparison.questions
				.filter(({ differences }) => differences.length > 0)
				.map(({ title, titles, differences }) =>
					[
						renderDifferences(title, differences, comparison, paint),
						...renderTitles(titles, comparison),
					].join('\n'),
				),
		].join('\n\n'),
});

type Comparison = RouteOutput<'compareResponses'>;
type Difference = NonNullable<Comparison['response_rate']>;

/** What each side read, where it differs. */
function renderTitles(
	titles: Comparison['questions'][number]['titles'],
	{ one, other }: Comparison,
): string[] {
	if (titles.one.join('\n') === titles.other.join('\n')) return [];
	const write = (name: string, read: string[]) =>
		`${cleanLine(name)} read ${read.map((text) => `“${cleanLine(text)}”`).join(', ')}`;
	return [write(one, titles.one), write(other, titles.other)];
}

const measures: Record<Difference['measure'], string> = {
	response_rate: '',
	nps: 'NPS',
	mean: 'Mean',
	top_two: 'CSAT',
	share: '',
};

function renderDifferences(
	title: string,
	differences: Difference[],
	{ one, other }: Comparison,
	paint: Paint,
): string {
	const lines = differences.map((difference) => {
		const what = difference.choice ?? measures[difference.measure];
		const label = what === '' ? '' : `${cleanLine(what)}: `;
		const sides = [
			`${cleanLine(one)} ${writeEstimate(difference, difference.one)}`,
			`${cleanLine(other)} ${writeEstimate(difference, difference.other)}`,
		].join(', ');
		return `${label}${sides}. ${cleanLine(difference.sentence)}`;
	});
	return [paint.bold(cleanLine(title)), ...lines].join('\n');
}

function writeEstimate({ measure }: Difference, { estimate, answers }: Difference['one']): string {
	if (!estimate) return '–';
	const { value } = estimate;
	const written =
		measure === 'nps'
			? String(Math.round(value))
			: measure === 'mean'
				? value.toFixed(2)
				: `${Math.round(100 * value)}%`;
	return `${written} of ${answers}`;
}
