import { z } from 'zod';

/** The language model that reads questions in words. */
export const askSchema = z
	.strictObject({
		url: z
			.url({ protocol: /^https?$/, error: 'must begin with https:// or http://' })
			.meta({
				description:
					'Base URL of the API, to which /chat/completions is added. It is called by HTTPS at port 443, or at an address in private_networks; an IPv4 address in the URL itself may be private.',
				example: 'https://api.openai.com/v1',
			}),
		model: z.string().min(1).meta({ description: 'Name of the model.', example: 'gpt-4.1-mini' }),
		key: z
			.string()
			.min(1)
			.optional()
			.meta({ secret: true, description: 'API key, which is sent as a bearer token.' }),
	})
	.meta({
		description:
			'A language model behind an API compatible with that of OpenAI, for questions in words. Without this section, none is called. It never gets what visitors wrote.',
	});
