import ts from 'typescript';

import { type Change, excerpt, type Mutant, toMutants } from './mutant.ts';

/** Functions that throw unless something is allowed. */
const guardName =
	/^(require|check|authorize|admit|limit|refuse|assert|confirm|verify|reject|spend|take|expect)/;

/**
 * Takes away each guard of a module: what throws or returns early never does, each part of its condition is left out,
 * and calls of guards are removed.
 */
export function mutateTypescript(file: string, source: string): Mutant[] {
	const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
	const changes: Change[] = [];
	const add = (node: ts.Node, what: string, text: string) => {
		const start = node.getStart(tree);
		changes.push({ inside: nameOfScope(node), what, start, end: node.end, text });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isIfStatement(node) && !node.elseStatement && leaves(node.thenStatement)) {
			add(node.expression, `never "${excerpt(node.expression.getText(tree))}"`, 'false');
			visitParts(node.expression);
		} else if (ts.isReturnStatement(node) && node.expression) visitParts(node.expression);
		else if (ts.isExpressionStatement(node) && isGuardCall(node.expression)) {
			add(node, `leave out "${excerpt(node.getText(tree))}"`, ';');
		} else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) visitParts(node.body);
		ts.forEachChild(node, visit);
	};
	const visitParts = (node: ts.Expression): void => {
		if (ts.isParenthesizedExpression(node)) return visitParts(node.expression);
		if (!ts.isBinaryExpression(node)) return;
		const { kind } = node.operatorToken;
		const isAnd = kind === ts.SyntaxKind.AmpersandAmpersandToken;
		if (!isAnd && kind !== ts.SyntaxKind.BarBarToken) return;
		for (const part of [node.left, node.right]) {
			const isSame = ts.isBinaryExpression(part) && part.operatorToken.kind === kind;
			// Without the first part, the next one would often be evaluated on undefined: that is no guard.
			if (!isSame) add(part, `do not require "${excerpt(part.getText(tree))}"`, String(isAnd));
			visitParts(part);
		}
	};
	visit(tree);
	return toMutants(file, changes);
}

function leaves(statement: ts.Statement): boolean {
	const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
	return last !== undefined && (ts.isThrowStatement(last) || ts.isReturnStatement(last));
}

function isGuardCall(expression: ts.Expression): boolean {
	const call = ts.isAwaitExpression(expression) ? expression.expression : expression;
	if (!ts.isCallExpression(call)) return false;
	const { expression: callee } = call;
	const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
	return ts.isIdentifier(name) && guardName.test(name.text);
}

/** The function or constant around a node. */
export function nameOfScope(node: ts.Node): string {
	for (let at: ts.Node | undefined = node; at; at = at.parent) {
		const named = at as { name?: ts.Node };
		if (
			(ts.isFunctionLike(at) || ts.isVariableDeclaration(at) || ts.isPropertyAssignment(at)) &&
			named.name &&
			ts.isIdentifier(named.name)
		) {
			return named.name.text;
		}
	}
	return 'module';
}
