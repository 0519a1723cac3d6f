import ts from 'typescript';

import type { JsonSchema } from '../../src/openapi/schemas.ts';

/** The named schemas, to which other schemas refer. */
export type Components = Record<string, JsonSchema>;

/**
 * Copies the doc comments of types onto the JSON Schemas that were derived from the same source, as their
 * `description`.
 */
export class FieldDocs {
	readonly #checker: ts.TypeChecker;
	readonly #components: Components;
	readonly #seen = new Set<string>();

	constructor(checker: ts.TypeChecker, components: Components) {
		this.#checker = checker;
		this.#components = components;
	}

	/** Describes the fields of a schema and of its nested schemas with the comments on the type's properties. */
	describe(schema: JsonSchema, type: ts.Type): void {
		const { $ref } = schema;
		if (typeof $ref === 'string') return this.#describeNamed($ref.split('/').at(-1)!, type);
		const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
		for (const [name, inner] of Object.entries(properties)) {
			const symbol = this.#find(type, name);
			if (!symbol) continue;
			inner['description'] ??= this.read(symbol);
			this.describe(inner, this.#checker.getTypeOfSymbol(symbol));
		}
		for (const key of ['anyOf', 'oneOf', 'allOf']) {
			for (const branch of (schema[key] ?? []) as JsonSchema[]) this.describe(branch, type);
		}
		this.#describeInner(schema['items'], type, ts.IndexKind.Number);
		this.#describeInner(schema['additionalProperties'], type, ts.IndexKind.String);
	}

	/** The doc comment of a field; `undefined` when there is none. */
	read(symbol: ts.Symbol): string | undefined {
		const comment = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker));
		return comment.replace(/\s+/g, ' ').trim() || undefined;
	}

	#describeNamed(name: string, type: ts.Type): void {
		if (this.#seen.has(name)) return;
		this.#seen.add(name);
		this.describe(this.#components[name]!, type);
	}

	#describeInner(schema: unknown, type: ts.Type, kind: ts.IndexKind): void {
		if (typeof schema !== 'object' || schema === null) return;
		for (const part of partsOf(type)) {
			const inner = this.#checker.getIndexTypeOfType(part, kind);
			if (inner) this.describe(schema as JsonSchema, inner);
		}
	}

	/** The property of a type, or of one of the types of a union. */
	#find(type: ts.Type, name: string): ts.Symbol | undefined {
		return partsOf(type)
			.map((part) => this.#checker.getPropertyOfType(part, name))
			.find((symbol) => symbol !== undefined);
	}
}

function partsOf(type: ts.Type): readonly ts.Type[] {
	return type.isUnion() ? type.types : [type];
}
