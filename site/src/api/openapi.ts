import document from '../../../contract/generated/openapi.json' with { type: 'json' };

/** A JSON Schema, as far as the pages read it. */
export type Schema = {
	$ref?: string;
	type?: string | string[];
	enum?: unknown[];
	const?: unknown;
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	anyOf?: Schema[];
	oneOf?: Schema[];
	additionalProperties?: Schema | boolean;
	default?: unknown;
	format?: string;
	minimum?: number;
	maximum?: number;
	maxItems?: number;
	maxLength?: number;
	description?: string;
};

export type Parameter = {
	name: string;
	in: 'path' | 'query' | 'header';
	required: boolean;
	description?: string;
	schema: Schema;
};

type Content = Record<string, { schema: Schema }>;
type Response = { description: string; content: Content };

/** One operation of the OpenAPI document. */
export type OpenApiOperation = {
	operationId: string;
	summary: string;
	parameters: Parameter[];
	requestBody?: { content: Content };
	responses: Record<string, Response>;
};

type Reference = { $ref: string };
type Written = Omit<OpenApiOperation, 'parameters' | 'responses'> & {
	parameters: (Parameter | Reference)[];
	responses: Record<string, Response | Reference>;
};

const paths = document.paths as unknown as Record<string, Record<string, Written>>;
const schemas = document.components.schemas as unknown as Record<string, Schema>;
const sharedResponses = document.components.responses as unknown as Record<string, Response>;
const sharedParameters = document.components.parameters as unknown as Record<string, Parameter>;

/**
 * An operation, with the parameters and responses that it shares with others.
 *
 * @throws when the document has no such operation
 */
export function findOperation(id: string): OpenApiOperation {
	const found = Object.values(paths)
		.flatMap((methods) => Object.values(methods))
		.find(({ operationId }) => operationId === id);
	if (!found) throw new Error(`The OpenAPI document has no operation "${id}".`);
	const responses = Object.entries(found.responses).map(([status, response]) => [
		status,
		'$ref' in response ? sharedResponses[nameOf(response)] : response,
	]);
	const parameters = found.parameters.map((parameter) =>
		'$ref' in parameter ? sharedParameters[nameOf(parameter)]! : parameter,
	);
	return {
		...found,
		parameters,
		responses: Object.fromEntries(responses) as OpenApiOperation['responses'],
	};
}

/** The schema that a reference names. */
export function findSchema(name: string): Schema {
	return schemas[name]!;
}

function nameOf({ $ref }: Reference): string {
	return $ref.split('/').at(-1)!;
}
