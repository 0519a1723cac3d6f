import { eventTypeNames, eventTypes } from '../messages/event-types.ts';
import { payloadSchemas } from '../messages/payload.ts';
import { toJsonSchema, type JsonSchema } from './schemas.ts';

/** The requests that a webhook receives, by event type, as the `webhooks` of an OpenAPI document. */
export function describeWebhooks(
	schemas: Record<string, JsonSchema>,
): Record<string, Record<'post', JsonSchema>> {
	return Object.fromEntries(
		eventTypeNames.map((type) => [
			type,
			{
				post: {
					operationId: type,
					tags: ['webhooks'],
					summary: eventTypes[type],
					description: 'Signed as Standard Webhooks describe it.',
					security: [],
					parameters: signature,
					requestBody: {
						required: true,
						content: {
							'application/json': { schema: toJsonSchema(payloadSchemas[type], 'output', schemas) },
						},
					},
					responses: {
						'2XX': { description: 'Delivered. Every other status is retried later.' },
						'410': { description: 'Gone: the destination is paused.' },
					},
				},
			},
		]),
	);
}

const header = (name: string, description: string) => ({
	name,
	in: 'header',
	required: true,
	description,
	schema: { type: 'string' },
});

const signature = [
	header('webhook-id', "The message's ID, the same in every attempt."),
	header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.'),
	header(
		'webhook-signature',
		'`v1,` and the signature in Base64; during a rotation one for each of two secrets, separated by a space.',
	),
];
