import ts from 'typescript';

import { type Change, type Mutant, toMutants } from './mutant.ts';

/** What a route may demand, and what it demands less. */
const weaker: Record<string, Record<string, string[]>> = {
	role: { owner: ['editor'], editor: ['viewer'] },
	assurance: { presence: ['recent'], recent: ['none'] },
	need: {
		person: ['connection'],
		'response:read': ['connection'],
		'prompt:draft': ['connection'],
		'prompt:publish': ['prompt:draft'],
		'launcher:set': ['prompt:draft'],
		'site:create': ['connection'],
	},
};

/** Weakens what each route of a module demands. */
export function mutateRoutes(file: string, source: string): Mutant[] {
	const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
	const changes: Change[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) {
			const { initializer } = node;
			const add = (what: string, start: number, end: number, text: string) =>
				changes.push({ inside: routeOf(node), what, start, end, text });
			const key = node.name.text;
			if (ts.isStringLiteralLike(initializer)) {
				for (const value of weaker[key]?.[initializer.text] ?? []) {
					const start = initializer.getStart(tree);
					add(`${key} "${initializer.text}" as "${value}"`, start, initializer.end, `'${value}'`);
				}
			}
			if (key === 'policy') {
				add('leave out the policy', node.getStart(tree), node.end, 'policy: undefined');
			}
			if (key === 'applies') {
				add('never apply', initializer.getStart(tree), initializer.end, '() => false');
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(tree);
	return toMutants(file, changes);
}

/** The name of the route: the innermost object with a path. */
function routeOf(node: ts.Node): string {
	for (let at: ts.Node | undefined = node; at; at = at.parent) {
		if (!ts.isObjectLiteralExpression(at)) continue;
		const isRoute = at.properties.some((property) => property.name?.getText() === 'path');
		const { parent } = at;
		if (isRoute && ts.isPropertyAssignment(parent)) return parent.name.getText();
		if (ts.isVariableDeclaration(parent)) return parent.name.getText();
	}
	return 'module';
}
