import { backendReportSchema, backendResponseSchema } from '../backend.ts';
import type { ErrorCode } from '../errors.ts';
import { limits } from '../limits.ts';
import { toJsonSchema, type JsonSchema } from './schemas.ts';

/** Every error code that `POST /events` may return. */
export const backendErrorCodes = [
	'invalid_request',
	'invalid_json',
	'too_deep',
	'body_too_large',
	'unauthenticated',
	'site_key_revoked',
	'site_key_in_browser',
	'rate_limited',
	'internal',
	'unavailable',
] as const satisfies readonly ErrorCode[];

/** The security scheme of a site key, by its name. */
export const siteKeyScheme = {
	siteKey: {
		type: 'http',
		scheme: 'bearer',
		description: 'A site key, `fbs_…`, from the dashboard: Settings, Site keys. It is secret.',
	},
};

/** `POST /events`, by its path: the reports of the app's backend. The path is not below the management API. */
export function describeBackend(
	schemas: Record<string, JsonSchema>,
	describeErrors: (codes: readonly ErrorCode[]) => Record<string, JsonSchema>,
): Record<string, Record<string, JsonSchema>> {
	return {
		'/events': {
			post: {
				operationId: 'reportFromBackend',
				tags: ['backend events'],
				summary: 'Report events and traits of accounts from the app’s backend.',
				description: `At least one item, at most ${limits.backend.batch} of each kind. The items of \`identify\` are applied first. Each item is checked separately: an invalid one gets the status \`rejected\`, and the others are stored. Repeating an event under its ID changes nothing.`,
				servers: [
					{
						url: '{api_url}',
						variables: { api_url: { default: 'http://127.0.0.1:54321/functions/v1' } },
					},
				],
				security: [{ siteKey: [] }],
				parameters: [],
				requestBody: {
					required: true,
					content: {
						'application/json': { schema: toJsonSchema(backendReportSchema, 'input', schemas) },
					},
				},
				responses: {
					'200': {
						description: 'The result of each item, in the order of the request.',
						content: {
							'application/json': {
								schema: toJsonSchema(backendResponseSchema, 'output', schemas),
							},
						},
					},
					...describeErrors(backendErrorCodes),
				},
			},
		},
	};
}
