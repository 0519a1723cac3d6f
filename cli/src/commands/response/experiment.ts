import { routes } from '@feedback/contract';
import type { ExperimentResult } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { promptUuid } from '../../describe.ts';
import { cleanLine } from '../../output/clean.ts';
import type { Paint } from '../../output/paint.ts';

export const responseExperiment = defineCommand({
	name: 'response experiment',
	summary: 'Show the experiment of a published prompt, and whether to wait or decide.',
	need: 'response:read',
	place: 'site',
	options: z.object({ prompt: promptUuid }),
	positionals: ['prompt'],
	output: routes.getExperiment.output,
	examples: [{ text: 'Is the short wording better?', line: 'response experiment <prompt_uuid>' }],
	async run({ prompt }, context) {
		const site = await context.site();
		return context.withApproval({ action: 'response:read', site }, () =>
			context.client.getExperiment({ site, prompt }),
		);
	},
	render: ({ experiment }, paint) =>
		experiment ? renderExperiment(experiment, paint) : 'The published revision has no experiment.',
});

function renderExperiment(
	{ key, since, running, variants, comparisons, conclusion }: ExperimentResult,
	paint: Paint,
): string {
	const state = running ? 'running' : 'not published';
	const from = since === null ? '' : ` since ${since.slice(0, 10)}`;
	return [
		`${paint.bold(cleanLine(key))}, ${state}${from}`,
		conclusion.sentences.map(cleanLine).join('\n'),
		variants.map(renderVariant).join('\n'),
		...comparisons.map(({ variant, against, differences }) =>
			[
				paint.bold(`${cleanLine(variant)} and ${cleanLine(against)}`),
				...differences.map(({ title, choice, sentence }) => {
					const label = title === null ? 'Response rate' : cleanLine(title);
					return `${label}${choice === null ? '' : `, ${cleanLine(choice)}`}: ${cleanLine(sentence)}`;
				}),
			].join('\n'),
		),
	].join('\n\n');
}

function renderVariant({
	key,
	share,
	displays,
	answered,
	response_rate: rate,
}: ExperimentResult['variants'][number]): string {
	const percent = (value: number) => `${Math.round(100 * value)}%`;
	const answers = rate
		? `, ${answered} answered (${percent(rate.value)}, between ${percent(rate.low)} and ${percent(rate.high)})`
		: '';
	return `${cleanLine(key)}: ${percent(share)} of the people, ${displays} displays${answers}`;
}
