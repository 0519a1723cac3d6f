import { findSchema, type Schema } from './openapi.ts';

/** One field of a request or a response. */
export type SchemaRow = {
	/** Dotted path, such as `items[].created_at`. */
	path: string;
	/** Type and range, as text. */
	type: string;
	required: boolean;
	/** As JSON; empty when there is none. */
	default: string;
	description: string;
	/** Page that explains a value which is not expanded here. */
	page: string | undefined;
};

// Values that are explained on a separate page.
const pages: Record<string, string> = {
	Prompt: '/reference/prompt-file/',
	PromptInput: '/reference/prompt-file/',
	Question: '/prompts/questions/',
	QuestionInput: '/prompts/questions/',
	Audience: '/reference/conditions/',
	AudienceInput: '/reference/conditions/',
	Where: '/reference/conditions/',
	WhereInput: '/reference/conditions/',
	Values: '/visitors/traits/',
	ValuesInput: '/visitors/traits/',
};

/** The fields of a schema, including nested fields. */
export function schemaRows(schema: Schema, path = ''): SchemaRow[] {
	const { object, prefix } = openObject(schema, path);
	if (!object) return path === '' ? alternatives(schema) : [];
	return Object.entries(object.properties ?? {}).flatMap(([name, child]) => {
		const at = prefix ? `${prefix}.${name}` : name;
		const isRequired = object.required?.includes(name) ?? false;
		return [toRow(at, child, isRequired), ...schemaRows(child, at)];
	});
}

/** The fields of a body that has one of several forms. */
function alternatives(schema: Schema): SchemaRow[] {
	const rows = (schema.anyOf ?? schema.oneOf ?? []).flatMap((form) => schemaRows(form));
	const first = rows.filter(
		(row, index) => rows.findIndex(({ path }) => path === row.path) === index,
	);
	const forms = (schema.anyOf ?? schema.oneOf ?? []).map((form) => resolve(form).required ?? []);
	return first.map((row) => ({
		...row,
		required: forms.every((required) => required.includes(row.path)),
	}));
}

/** One row for a field, a parameter or a header. */
export function toRow(path: string, schema: Schema, required: boolean): SchemaRow {
	return {
		path,
		type: typeText(schema),
		required,
		default: schema.default === undefined ? '' : JSON.stringify(schema.default),
		description: schema.description ?? '',
		page: pageOf(schema),
	};
}

/** The object whose fields are listed below a path, also inside lists and nullable objects. */
function openObject(schema: Schema, path: string): { object?: Schema; prefix: string } {
	if (pageOf(schema)) return { prefix: path };
	const known = resolve(withoutNull(schema));
	if (known.properties) return { object: known, prefix: path };
	if (known.items && !pageOf(known.items)) {
		const inner = resolve(known.items);
		if (inner.properties) return { object: inner, prefix: `${path}[]` };
	}
	return { prefix: path };
}

function resolve(schema: Schema): Schema {
	return schema.$ref ? findSchema(nameOf(schema.$ref)) : schema;
}

function nameOf(reference: string): string {
	return reference.split('/').at(-1)!;
}

function pageOf(schema: Schema): string | undefined {
	const { $ref } = withoutNull(schema);
	return $ref ? pages[nameOf($ref)] : undefined;
}

/** `T | null` is `T`. */
function withoutNull(schema: Schema): Schema {
	const rest = schema.anyOf?.filter(({ type }) => type !== 'null');
	return rest?.length === 1 ? rest[0]! : schema;
}

function isNullable(schema: Schema): boolean {
	const types = [schema.type].flat();
	return types.includes('null') || (schema.anyOf?.some(({ type }) => type === 'null') ?? false);
}

function typeText(schema: Schema): string {
	return isNullable(schema) ? `${plainType(schema)} or null` : plainType(schema);
}

function plainType(given: Schema): string {
	const schema = withoutNull(given);
	if (schema.$ref)
		return pages[nameOf(schema.$ref)]
			? nameOf(schema.$ref)
					.replace(/Input$/, '')
					.toLowerCase()
			: 'object';
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' · ');
	const [type] = [schema.type].flat().filter((name) => name !== 'null');
	if (type === 'array') return listText(schema);
	if (type === 'integer' || type === 'number') return numberText(type, schema);
	if (schema.format === 'date-time') return 'date and time';
	if (type === 'string' && schema.maxLength)
		return `string, at most ${schema.maxLength} characters`;
	if (type) return type;
	return (schema.anyOf ?? schema.oneOf ?? []).map(typeText).join(' or ') || 'any value';
}

function listText({ items, maxItems }: Schema): string {
	const of = items ? plainType(items) : '';
	const kind = of && of !== 'any value' ? `list of ${of === 'object' ? 'objects' : of}` : 'list';
	return maxItems === undefined ? kind : `${kind}, at most ${maxItems}`;
}

function numberText(type: string, { minimum, maximum }: Schema): string {
	if (minimum === undefined) return type;
	if (maximum === undefined) return `${type}, ${minimum} or more`;
	return `${type}, ${minimum} to ${maximum.toLocaleString('en')}`;
}
