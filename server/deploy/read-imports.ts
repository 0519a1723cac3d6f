import ts from 'typescript';

export type Edge = { specifier: string; typeOnly: boolean };

/** The imports and re-exports of a TypeScript file, `import()` included. */
export function readImports(text: string, name = 'file.ts'): Edge[] {
	const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, false);
	const edges: Edge[] = [];
	const visit = (node: ts.Node): void => {
		const edge = edgeOf(node);
		if (edge) edges.push(edge);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return edges;
}

function edgeOf(node: ts.Node): Edge | undefined {
	if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
		return { specifier: node.moduleSpecifier.text, typeOnly: isTypeImport(node.importClause) };
	}
	if (
		ts.isExportDeclaration(node) &&
		node.moduleSpecifier &&
		ts.isStringLiteral(node.moduleSpecifier)
	) {
		return { specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly };
	}
	const isDynamic =
		ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
	const argument = isDynamic ? node.arguments[0] : undefined;
	if (argument && ts.isStringLiteral(argument)) {
		return { specifier: argument.text, typeOnly: false };
	}
	return undefined;
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
	if (!clause) return false;
	if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
	const named = clause.namedBindings;
	if (clause.name || !named || !ts.isNamedImports(named)) return false;
	return named.elements.length > 0 && named.elements.every((element) => element.isTypeOnly);
}
