import { fileURLToPath } from 'node:url';

import ts from 'typescript';

import type { describeApi } from '../../src/openapi/document.ts';
import type { JsonSchema } from '../../src/openapi/schemas.ts';
import { FieldDocs } from './field-docs.ts';

type Parameter = JsonSchema & { name: string; in: string };
type Content = { content?: Record<string, { schema: JsonSchema }> };
type Operation = {
	operationId: string;
	parameters: Parameter[];
	requestBody?: Content;
	responses: Record<string, Content>;
};

const folder = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Adds a description to every field of the document whose schema has a doc comment. JSON Schemas contain no
 * comments, so they are read from the types.
 */
export function describeFields(document: ReturnType<typeof describeApi>): void {
	const program = ts.createProgram([`${folder}src/mod.ts`], readOptions());
	const checker = program.getTypeChecker();
	const exported = (file: string, name: string): ts.Type => {
		const source = program.getSourceFile(`${folder}src/${file}`)!;
		const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!);
		return checker.getTypeOfSymbol(symbols.find((symbol) => symbol.name === name)!);
	};
	const property = (type: ts.Type, name: string): ts.Type | undefined => {
		const symbol = type.getProperty(name);
		return symbol && checker.getTypeOfSymbol(symbol);
	};
	const valuesOf = (schema: ts.Type, direction: 'input' | 'output'): ts.Type =>
		property(property(schema, '_zod')!, direction)!;

	const docs = new FieldDocs(checker, document.components.schemas);
	const routes = exported('routes.ts', 'routes');
	const describe = (operation: Operation, route: ts.Type): void => {
		for (const parameter of operation.parameters) {
			const schema = property(route, parameter.in === 'path' ? 'params' : 'query');
			const symbol = schema && valuesOf(schema, 'input').getProperty(parameter.name);
			if (symbol) parameter['description'] ??= docs.read(symbol);
		}
		const body = property(route, 'body');
		const output = property(route, 'output')!;
		for (const [content, type] of [
			[operation.requestBody?.content, body && valuesOf(body, 'input')],
			[operation.responses['200']?.content, valuesOf(output, 'output')],
		] as const) {
			const { schema } = Object.values(content ?? {})[0] ?? {};
			if (schema && type) docs.describe(schema, type);
		}
	};
	for (const methods of Object.values(document.paths)) {
		for (const operation of Object.values(methods) as unknown as Operation[]) {
			const route = property(routes, operation.operationId);
			if (route) describe(operation, route);
		}
	}
}

function readOptions(): ts.CompilerOptions {
	const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
	return ts.getParsedCommandLineOfConfigFile(`${folder}tsconfig.json`, {}, host)!.options;
}
