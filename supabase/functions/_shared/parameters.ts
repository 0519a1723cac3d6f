import { Buffer } from 'node:buffer';

/** What `JSON.stringify` writes and `JSON.parse` reads. */
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

/** What a statement takes as a parameter. Objects are wrapped by `json`. */
export type Parameter = Scalar | Date | Uint8Array | Json | readonly (string | number | null)[];

/**
 * A parameter as the driver sends it. Throws what cannot be written: before anything of the statement is sent, so that
 * the connection stays usable.
 */
export function encodeParameter(value: unknown): string | Buffer | null {
	if (value === null) return null;
	switch (typeof value) {
		case 'string':
			return value;
		case 'number':
		case 'bigint':
		case 'boolean':
			return String(value);
		case 'object':
			return encodeObject(value);
		default:
			throw new TypeError(`A parameter of a statement cannot be ${typeof value}.`);
	}
}

/**
 * The cast that declares the parameter's type; empty where Postgres infers it. Without one, `select $1` would take a
 * time for text.
 */
export function castOf(value: unknown): string {
	if (typeof value === 'boolean') return '::boolean';
	if (typeof value !== 'object') return '';
	if (value instanceof Json) return '::jsonb';
	if (value instanceof Date) return '::timestamptz';
	return value instanceof Uint8Array ? '::bytea' : '';
}

function encodeObject(value: object): string | Buffer {
	if (value instanceof Json) return encodeJson(value);
	// Throws for an invalid date.
	if (value instanceof Date) return value.toISOString();
	if (value instanceof Uint8Array) {
		return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
	}
	if (Array.isArray(value)) return `{${value.map(encodeElement).join(',')}}`;
	throw new TypeError('An object as a parameter of a statement must be wrapped by json().');
}

function encodeJson({ value }: Json): string {
	const text = JSON.stringify(value) as string | undefined;
	if (text === undefined) throw new TypeError(`${typeof value} cannot be written as JSON.`);
	return text;
}

function encodeElement(element: unknown): string {
	if (element === null) return 'NULL';
	if (typeof element === 'number') return String(element);
	if (typeof element !== 'string') {
		throw new TypeError('An array as a parameter may only contain strings, numbers and null.');
	}
	return `"${element.replaceAll(/["\\]/g, '\\$&')}"`;
}
