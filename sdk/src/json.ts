// Reading and writing JSON in pages that have changed the built-in prototypes.

/**
 * JSON of plain data. Unlike `JSON.stringify`, it ignores a `toJSON` that the page has added to a prototype, and what
 * JSON cannot represent. Empty for `undefined`.
 */
export function toJson(value: unknown): string {
	// Arrays inherit from objects, too.
	const isChanged = ([] as { toJSON?: unknown }).toJSON;
	if (typeof value !== 'object' || !value || !isChanged) return JSON.stringify(value) ?? '';
	if (Array.isArray(value)) return `[${value.map((item) => toJson(item) || 'null')}]`;
	const pairs = Object.entries(value).flatMap(([key, item]) => {
		const json = toJson(item);
		return json ? `${toJson(key)}:${json}` : [];
	});
	return `{${pairs}}`;
}

/**
 * A copy that inherits nothing, so that a field that is missing is not read from `Object.prototype`; empty when the value
 * is not an object.
 */
export function toRecord<T extends object>(value: T): T;
export function toRecord(value: unknown): Partial<Record<string, unknown>>;
export function toRecord(value: unknown): object {
	return { __proto__: null, ...(typeof value === 'object' && value) };
}

/** Parses JSON into objects that inherit nothing. Throws when the text is not JSON. */
export function fromJson(text: string): unknown {
	return JSON.parse(text, (_key, value: unknown) =>
		typeof value === 'object' && value && !Array.isArray(value) ? toRecord(value) : value,
	);
}

/** A number, or `NaN`: objects that inherit nothing cannot be converted to one. */
export function toNumber(value: unknown): number {
	return typeof value === 'number' ? value : NaN;
}

/** Any version but 8, which the service derives for accounts. */
const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-7][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

export function isId(value: unknown): value is string {
	return typeof value === 'string' && uuid.test(value);
}

/** Of a UUIDv7, whose first digits are a time. */
export function isTimedId(value: unknown): value is string {
	return isId(value) && value[14] === '7';
}
