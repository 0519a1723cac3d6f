import { describe, expect, it } from 'vitest';

import { errors } from '../errors.ts';
import { eventTypeNames } from '../messages/event-types.ts';
import { routes } from '../routes.ts';
import type { Route } from '../routes/route.ts';
import { describeApi, listErrorCodes } from './document.ts';

describe('the OpenAPI document', () => {
	const document = describeApi();
	const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([, { operationId }]) => operationId !== 'reportFromBackend')
			.map(([method, operation]) => ({ path, method, operation })),
	);

	it('contains every route, under its name', () => {
		expect(operations.map(({ operation }) => operation['operationId']).sort()).toEqual(
			Object.keys(routes).sort(),
		);
		for (const { path, method, operation } of operations) {
			const route: Route = routes[operation['operationId'] as keyof typeof routes];
			expect([route.path, route.method]).toEqual([path, method.toUpperCase()]);
		}
	});

	it('describes every parameter of every path', () => {
		for (const { path, operation } of operations) {
			const parameters = operation['parameters'] as {
				name: string;
				in: string;
				required: boolean;
			}[];
			const described = parameters.filter((parameter) => parameter.in === 'path');
			const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
			expect(described.map(({ name }) => name).sort(), path).toEqual(named.sort());
			expect(
				described.every(({ required }) => required),
				path,
			).toBe(true);
		}
	});

	it('contains the routes for backends, with their address, key and errors', () => {
		const { post } = document.paths['/events']!;
		expect(post).toMatchObject({
			operationId: 'reportFromBackend',
			servers: [{ url: '{api_url}' }],
			security: [{ siteKey: [] }],
			requestBody: {
				content: {
					'application/json': {
						schema: {
							additionalProperties: false,
							properties: {
								events: { items: { required: ['id', 'account', 'name'] } },
								identify: { items: { required: ['account'] } },
							},
						},
					},
				},
			},
		});
		expect(document.components.securitySchemes).toHaveProperty('siteKey');
		const { responses } = post as { responses: Record<string, { $ref: string }> };
		const shared = document.components.responses as Record<string, { description: string }>;
		const responseOf = (status: string) =>
			shared[responses[status]!.$ref.replace('#/components/responses/', '')]!;
		expect(responseOf('401').description).toContain('`site_key_revoked`');
		expect(responseOf('403').description).toContain('`site_key_in_browser`');
		expect(responseOf('429')).toMatchObject({ headers: { 'Retry-After': {} } });
	});

	it('contains the payload of every event type', () => {
		expect(Object.keys(document.webhooks)).toEqual(eventTypeNames);
		for (const [type, { post }] of Object.entries(document.webhooks)) {
			const { schema } = (
				post as { requestBody: { content: { 'application/json': { schema: object } } } }
			).requestBody.content['application/json'];
			expect(schema).toMatchObject({
				properties: { type: { const: type }, version: { const: 1 } },
			});
		}
	});

	it('makes fields with a default optional in requests and required in responses', () => {
		const { Prompt, PromptInput } = document.components.schemas as Record<
			string,
			{ required: string[] }
		>;
		expect(PromptInput!.required).toEqual(['survey_id', 'name', 'questions']);
		expect(Prompt!.required).toContain('timing');
	});

	it('lists every error that a route may return', () => {
		const codes = new Set(Object.values<Route>(routes).flatMap(listErrorCodes));
		for (const code of codes) expect(errors).toHaveProperty(code);
		expect(listErrorCodes(routes.publishPrompt)).toContain('revision_conflict');
		expect(listErrorCodes(routes.validatePrompt)).not.toContain('unauthenticated');
	});
});
