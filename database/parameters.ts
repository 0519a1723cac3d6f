/** A value that survives `JSON.stringify` and `JSON.parse`. */
export type JsonValue =
	| string
	| number
	| boolean
	| null
	| readonly JsonValue[]
	| { readonly [key: string]: JsonValue | undefined };

/** A value for a parameter of type `jsonb`. */
export class Json {
	readonly value: unknown;

	constructor(value: unknown) {
		this.value = value;
	}
}

type Scalar = string | number | bigint | boolean | null;

/** A parameter of a statement. Objects are wrapped by `json`. */
export type Parameter = Scalar | Date | Uint8Array | Json | readonly (string | number | null)[];

/**
 * Encodes a parameter for the driver. Throws on values that cannot be encoded or that the driver would
 * change, before any part of the statement is sent, so that the connection stays usable.
 */
export function encodeParameter(value: unknown): unknown {
	if (value instanceof Json) return encodeJson(value);
	// Throws for an invalid date.
	if (value instanceof Date) return value.toISOString();
	if (isScalar(value) || value instanceof Uint8Array) return value;
	if (Array.isArray(value) && value.every(isScalar)) return value;
	throw new TypeError(
		`A parameter of a statement cannot be ${typeof value}, or an array of these; json() wraps objects.`,
	);
}

/**
 * The cast that declares the parameter's type; empty if Postgres infers the type. Without a cast, `select $1` would
 * treat a time as text.
 */
export function castOf(value: unknown): string {
	if (typeof value === 'boolean') return '::boolean';
	if (typeof value !== 'object') return '';
	if (value instanceof Json) return '::jsonb';
	if (value instanceof Date) return '::timestamptz';
	return value instanceof Uint8Array ? '::bytea' : '';
}

const scalars = new Set(['string', 'number', 'bigint', 'boolean']);

function isScalar(value: unknown): boolean {
	return value === null || scalars.has(typeof value);
}

function encodeJson({ value }: Json): string {
	const text = JSON.stringify(value) as string | undefined;
	if (text === undefined) throw new TypeError(`${typeof value} cannot be written as JSON.`);
	return text;
}
