import { reasons, routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../command.ts';
import { option } from '../describe.ts';
import { cleanLine } from '../output/clean.ts';
import { moment } from '../output/more.ts';
import { uuidSchema } from '../uuid.ts';

export const why = defineCommand({
	name: 'why',
	summary: 'Explain why an event did or did not display a prompt.',
	need: 'response:read',
	place: 'site',
	options: z.object({
		event: option(uuidSchema, 'The event; "event list" shows its UUID.', 'event_uuid'),
	}),
	positionals: ['event'],
	output: routes.why.output,
	examples: [{ text: 'Every rule of every prompt, passed or failed', line: 'why <event_uuid>' }],
	async run({ event }, { client, site: findSite, withApproval }) {
		const site = await findSite();
		return withApproval({ action: 'response:read', site }, () => client.why({ site, event }));
	},
	render: ({ event, prompts }, paint) => {
		const head = `${paint.bold(cleanLine(event.name))} at ${moment(event.at)}`;
		if (prompts.length === 0) return `${head}\n${reasons.no_prompt}`;
		const parts = prompts.map(({ survey_id, reason, rules }) =>
			[
				`${paint.bold(cleanLine(survey_id))}: ${reasons[reason]}`,
				...rules.map(({ passed, text }) => {
					const mark = passed ? paint.green('✓') : paint.red('✗');
					return `  ${mark} ${cleanLine(text)}`;
				}),
			].join('\n'),
		);
		return [head, ...parts].join('\n\n');
	},
});
