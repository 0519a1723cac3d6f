import { type z } from 'zod';

import { describeAssurance, listAssurances } from '../assurance.ts';
import { errors, type ErrorCode } from '../errors.ts';
import { limits } from '../limits.ts';
import { product } from '../product.ts';
import { actions, type Action } from '../actions.ts';
import type { Route } from '../routes/route.ts';
import { routes } from '../routes.ts';
import { describeBackend, siteKeyScheme } from './backend.ts';
import { toJsonSchema, type JsonSchema } from './schemas.ts';
import { describeWebhooks } from './webhooks.ts';

type Components = Record<string, JsonSchema>;

/**
 * Describes the management API as an OpenAPI 3.1 document, from the table of routes, and the requests of
 * the app's backend.
 *
 * @example
 * describeApi().paths['/whoami'].get.operationId; // 'whoami'
 */
export function describeApi() {
	const schemas: Components = { Error: errorSchema };
	const responses: Components = {};
	const paths: Record<string, Record<string, JsonSchema>> = {};
	for (const [name, route] of Object.entries<Route>(routes)) {
		const path = (paths[route.path] ??= {});
		path[route.method.toLowerCase()] = describeRoute(name, route, schemas, responses);
	}
	Object.assign(
		paths,
		describeBackend(schemas, (codes) => describeErrors(codes, responses)),
	);
	const webhooks = describeWebhooks(schemas);
	return {
		openapi: '3.1.1',
		info: {
			title: `${product.name} management API`,
			version: product.version,
			description:
				'Everything that the dashboard and the tools do, and what backends report. All errors have the same shape; the code tells you what to do.',
		},
		servers: [
			{
				url: '{api_url}/manage',
				variables: { api_url: { default: 'http://127.0.0.1:54321/functions/v1' } },
			},
		],
		security: [{ person: [] }],
		paths,
		webhooks,
		components: {
			securitySchemes: {
				person: {
					type: 'http',
					scheme: 'bearer',
					bearerFormat: 'JWT',
					description: 'The access token of a person who signed in.',
				},
				...siteKeyScheme,
			},
			schemas: sortByName(schemas),
			responses: sortByName(responses),
		},
	};
}

function sortByName(components: Components): Components {
	return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function describeRoute(
	name: string,
	route: Route,
	schemas: Components,
	responses: Components,
): JsonSchema {
	const description = [describeNeed(route), describePresence(route)].filter(Boolean).join(' ');
	return {
		operationId: name,
		tags: [tagOf(route.path)],
		summary: route.summary,
		...(description && { description }),
		...(route.need === 'nothing' && { security: [] }),
		parameters: [
			...listParameters(route.params, 'path', schemas),
			...listParameters(route.query, 'query', schemas),
			...(route.idempotent ? [idempotencyKey] : []),
		],
		...(route.body && {
			requestBody: {
				required: true,
				content: { 'application/json': { schema: toJsonSchema(route.body, 'input', schemas) } },
			},
		}),
		responses: {
			'200': {
				description: 'Done.',
				content: {
					[route.stream ?? 'application/json']: {
						schema: toJsonSchema(route.output, 'output', schemas),
					},
				},
			},
			...describeErrors(listErrorCodes(route), responses),
		},
	};
}

function describeNeed({ need, role }: Route): string {
	const minimum = role && `Minimum role of a person: ${role}.`;
	if (need in actions) return [`Allows to ${actions[need as Action]}.`, minimum].join(' ');
	if (need === 'nothing') return 'Needs no sign-in.';
	return [need === 'person' && 'For people only.', minimum].filter(Boolean).join(' ');
}

function describePresence(route: Route): string {
	const assurance = describeAssurance(route);
	return assurance === 'none' ? '' : `Assurance of a person: ${assurance}.`;
}

/** `/sites/{site}/prompts/{prompt}/pause` belongs to `prompts`. */
function tagOf(path: string): string {
	const [first, second, third] = path.slice(1).split('/');
	const place = second?.startsWith('{') ? (third ?? first) : first;
	return place!.replace(/\..*$/, '');
}

function listParameters(
	schema: z.ZodObject | undefined,
	place: 'path' | 'query',
	schemas: Components,
): JsonSchema[] {
	if (!schema) return [];
	const { properties = {}, required = [] } = toJsonSchema(schema, 'input', schemas) as {
		properties?: Record<string, JsonSchema>;
		required?: string[];
	};
	return Object.entries(properties).map(([name, inner]) => ({
		name,
		in: place,
		required: required.includes(name),
		schema: inner,
	}));
}

const idempotencyKey = {
	name: 'Idempotency-Key',
	in: 'header',
	required: false,
	description: `Identifies this write: a repetition within ${limits.management.idempotencyHours} hours returns the first response.`,
	schema: { type: 'string', pattern: limits.management.idempotencyKey.source },
};

const errorSchema: JsonSchema = {
	type: 'object',
	properties: {
		error: {
			type: 'object',
			properties: {
				code: { type: 'string' },
				message: { type: 'string', description: 'What is wrong, for people.' },
				field: { type: 'string', description: 'Path of the invalid value.' },
				hint: { type: 'string', description: 'How to correct it.' },
				presence: {
					type: 'object',
					description:
						'For `presence_required`: what one of the passkeys has to sign. Repeat the request with the header `Feedback-Presence`.',
					properties: {
						id: { type: 'string', format: 'uuid' },
						challenge: { type: 'string' },
						rp_id: { type: 'string' },
						passkeys: {
							type: 'array',
							items: {
								type: 'object',
								properties: {
									id: { type: 'string' },
									transports: { type: 'array', items: { type: 'string' } },
								},
							},
						},
						expires_at: { type: 'string', format: 'date-time' },
					},
				},
				stored: {
					type: 'object',
					description:
						'For a `conflict` of a working copy: the stored state; null if it was removed.',
					properties: {
						etag: { type: ['string', 'null'] },
						updated_at: { type: ['string', 'null'], format: 'date-time' },
						updated_by: { type: ['string', 'null'] },
					},
				},
				request_id: { type: 'string', format: 'uuid' },
			},
			required: ['code', 'message', 'request_id'],
		},
	},
	required: ['error'],
};

/** Every error code that a route may return. */
export function listErrorCodes(route: Route): ErrorCode[] {
	const { need, path, body, idempotent, errors: own = [] } = route;
	const codes: ErrorCode[] = [
		'invalid_request',
		'unsafe_text',
		'rate_limited',
		'internal',
		'unavailable',
	];
	if (need !== 'nothing') codes.push('unauthenticated');
	if (path.includes('{')) codes.push('forbidden', 'not_found');
	if (body) codes.push('invalid_json', 'too_deep', 'body_too_large');
	if (idempotent) codes.push('conflict');
	if (listAssurances(route).some((level) => level !== 'none'))
		codes.push('recent_sign_in_required');
	if (listAssurances(route).includes('presence')) codes.push('presence_required');
	return [...new Set([...codes, ...own])];
}

/** Routes share most of their errors, so these are components, each named by its status and codes. */
function describeErrors(
	all: readonly ErrorCode[],
	responses: Components,
): Record<string, JsonSchema> {
	const byStatus: Record<string, ErrorCode[]> = {};
	for (const code of all) (byStatus[errors[code].status] ??= []).push(code);
	return Object.fromEntries(
		Object.entries(byStatus).map(([status, codes]) => {
			const name = [status, ...codes.toSorted()].join('.');
			responses[name] ??= describeError(codes);
			return [status, { $ref: `#/components/responses/${name}` }];
		}),
	);
}

function describeError(codes: ErrorCode[]): JsonSchema {
	return {
		description: codes.map((code) => `\`${code}\`: ${errors[code].message}`).join(' '),
		...(codes.some((code) => errors[code].retry) && { headers: { 'Retry-After': retryAfter } }),
		content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
	};
}

const retryAfter = {
	description: 'Seconds after which the same request may succeed.',
	schema: { type: 'integer' },
};
