import { z } from 'zod';

/** The operator's app in Slack. */
export const slackSchema = z
	.strictObject({
		client_id: z
			.string()
			.min(1)
			.meta({ description: 'Client ID of the app.', example: '1234567890.1234567890' }),
		client_secret: z
			.string()
			.min(1)
			.meta({ secret: true, description: 'Client secret of the app.' }),
	})
	.meta({
		description:
			'An app in Slack, with which owners connect a channel in one click. Without this section, they paste the URL of a webhook.',
	});
