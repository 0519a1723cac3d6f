import { destinationDescriptions, routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { followRequest } from './ask-person.ts';
import { renderDestination } from './describe.ts';
import { readSettings, settingsOptions } from './settings.ts';

export const webhookCreate = defineCommand({
	name: 'webhook create',
	summary: 'Ask a person to create a webhook or another destination.',
	need: 'response:read',
	place: 'site',
	changes: true,
	options: z.object(settingsOptions),
	output: routes.getDestination.output,
	examples: [
		{
			text: 'Send every completed response to a backend',
			line: 'webhook create --name Backend --url https://example.com/feedback --events response.closed --wait',
		},
		{
			text: 'Low scores to Slack',
			line: `webhook create --name Support --url https://hooks.slack.com/services/<secret> --condition '{"answer":"score","op":"at_most","value":3}' --wait`,
		},
		{
			text: 'From a file, for e-mail and issues too',
			line: 'webhook create --file destination.yaml --wait',
		},
	],
	async run(options, context) {
		const { client, dryRun, describeDryRun, site: findSite, withApproval } = context;
		const site = await findSite();
		const settings = await readSettings(context, options);
		const grant = { action: 'response:read', site } as const;
		if (dryRun) return describeDryRun('ask a person for a destination', grant);
		const request = await withApproval(grant, () =>
			client.requestDestination({ site, ...settings }),
		);
		return followRequest(context, request);
	},
	render: (destination, paint) =>
		[
			renderDestination(destination, paint),
			...(destinationDescriptions[destination.kind].hasSigningSecret
				? [paint.dim('The signing secret was shown to the person who approved it.')]
				: []),
		].join('\n'),
});
