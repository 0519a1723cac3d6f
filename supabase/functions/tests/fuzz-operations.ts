// Every operation of the service with its inputs: those of the OpenAPI document, the SDK's, the tools' and the sign-in's.
import { tools } from '@feedback/mcp';

import { describeApi } from '../../../contract/src/openapi/document.ts';
import { clientSchema, type Json, jsonSchema, type Schema, sdkRequests } from './costly-bodies.ts';

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema };

export type FuzzOperation = {
	name: string;
	/** Who takes part: people and connections, browsers, backends, agents, or programs that sign in. */
	kind: 'manage' | 'sdk' | 'events' | 'mcp' | 'oauth';
	method: string;
	path: string;
	parameters: readonly Parameter[];
	body?: Schema;
	/** The schema in which references are resolved. */
	root: Schema;
	wrap?: (body: Json) => Json;
	/** The body is a form. */
	isForm?: true;
};

type Documented = {
	operationId: string;
	parameters?: Parameter[];
	requestBody?: { content: Record<string, { schema: Schema }> };
};

export function listOperations(): FuzzOperation[] {
	const { paths, components } = describeApi();
	const documented = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods as unknown as Record<string, Documented>).map(
			([method, { operationId, parameters = [], requestBody }]): FuzzOperation => {
				const body = requestBody?.content['application/json']?.schema;
				const isBackend = path === '/events';
				return {
					name: operationId,
					kind: isBackend ? 'events' : 'manage',
					method: method.toUpperCase(),
					path: isBackend ? path : `/manage${path}`,
					parameters,
					...(body && { body }),
					root: { components },
				};
			},
		),
	);
	const sdk = Object.entries(sdkRequests).map(([name, schema]): FuzzOperation => {
		const body = jsonSchema(schema);
		return {
			name: `sdk ${name}`,
			kind: 'sdk',
			method: 'POST',
			path: `/sdk/${name}`,
			parameters: [],
			body,
			root: body,
		};
	});
	const agents = tools.map(({ name, input }): FuzzOperation => {
		const body = jsonSchema(input);
		return {
			name: `tool ${name}`,
			kind: 'mcp',
			method: 'POST',
			path: '/mcp',
			parameters: [],
			body,
			root: body,
			wrap: (given) => ({
				jsonrpc: '2.0',
				id: 1,
				method: 'tools/call',
				params: { name, arguments: given },
			}),
		};
	});
	return [...documented, ...sdk, ...agents, ...signIns()];
}

function signIns(): FuzzOperation[] {
	const form = (name: string, fields: readonly string[]): FuzzOperation => {
		const body: Schema = {
			type: 'object',
			required: fields,
			properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
		};
		return {
			name: `oauth ${name}`,
			kind: 'oauth',
			method: 'POST',
			path: `/oauth/${name}`,
			parameters: [],
			body,
			root: body,
			isForm: true,
		};
	};
	return [
		{
			name: 'oauth register',
			kind: 'oauth',
			method: 'POST',
			path: '/oauth/register',
			parameters: [],
			body: clientSchema,
			root: clientSchema,
		},
		form('token', [
			'grant_type',
			'client_id',
			'code',
			'refresh_token',
			'device_code',
			'code_verifier',
		]),
		form('device', ['client_id', 'resource', 'device_name']),
		form('revoke', ['token', 'client_id']),
	];
}
