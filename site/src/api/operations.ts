import { routes, type Route } from '@feedback/contract';

import { examples, type Example } from './examples.ts';
import { findOperation } from './openapi.ts';
import { schemaRows, toRow, type SchemaRow } from './schema-rows.ts';

/** One operation of the management API, as its section shows it. */
export type Operation = {
	name: string;
	method: string;
	/** Under `{api_url}/manage`. */
	path: string;
	summary: string;
	/** Description of who may call it. */
	callers: string;
	parameters: SchemaRow[];
	body: SchemaRow[];
	response: SchemaRow[];
	/** Error codes that it may return, with their status. */
	errors: { code: string; status: string }[];
	example: Example;
};

/** @throws when the operation, or its example, is missing */
export function readOperation(name: string): Operation {
	const route = (routes as Record<string, Route>)[name];
	const example = examples[name];
	if (!route) throw new Error(`There is no route "${name}".`);
	if (!example) {
		throw new Error(
			`"${name}" has no example. Record it: npx vitest run supabase/functions/manage/api-examples.test.ts --update`,
		);
	}
	const described = findOperation(name);
	const body = Object.values(described.requestBody?.content ?? {})[0]?.schema;
	const response = Object.values(described.responses['200']!.content)[0]!.schema;
	return {
		name,
		method: route.method,
		path: route.path,
		summary: route.summary,
		callers: describeCallers(route),
		parameters: described.parameters.map(({ name: key, schema, required, description }) =>
			toRow(key, { ...schema, ...(description && { description }) }, required),
		),
		body: body ? schemaRows(body) : [],
		response: route.stream ? [] : schemaRows(response),
		errors: Object.entries(described.responses)
			.filter(([status]) => status !== '200')
			.flatMap(([status, { description }]) =>
				[...description.matchAll(/`(\w+)`:/g)].map(([, code]) => ({ code: code!, status })),
			),
		example,
	};
}

/** Describes who may call a route. */
export function describeCallers({ need, role }: Route): string {
	const people = { owner: 'an owner', editor: 'an editor or owner', viewer: 'a person' };
	const person = people[role ?? 'viewer'];
	if (need === 'nothing') return 'anyone, without a sign-in';
	if (need === 'person') return person;
	if (need === 'connection') return `${person}, or a connection`;
	return `${person}, or a connection with a grant for \`${need}\``;
}
