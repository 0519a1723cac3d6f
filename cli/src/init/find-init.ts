import type { Module } from './parse-module.ts';

type Statement = Module['program']['body'][number];
type Node = { type: string; [key: string]: unknown };

/**
 * The end of the last statement that initializes another library (`Sentry.init({ … })`) before other code runs;
 * undefined when there is none.
 */
export function findLastInit(module: Module): number | undefined {
	let end: number | undefined;
	for (const statement of module.program.body) {
		if (initializes(statement)) end = statement.end ?? undefined;
		else if (!isDeclaration(statement)) break;
	}
	return end;
}

const containers = ['ExpressionStatement', 'IfStatement', 'TryStatement', 'BlockStatement'];

function initializes(statement: Statement): boolean {
	return (
		containers.includes(statement.type) &&
		listCalls(statement).some((name) => /^init([A-Z]|$)/.test(name))
	);
}

// A declaration may prepare an initialization, but a declaration that mounts the app does not count.
function isDeclaration(statement: Statement): boolean {
	if (/^(Import|Export|Function|Class|TS|Type|Interface|Empty)/.test(statement.type)) {
		return statement.type !== 'ExportDefaultDeclaration';
	}
	return (
		statement.type === 'VariableDeclaration' &&
		!listCalls(statement).some((name) => /^(mount|hydrate|render|bootstrap|start)/.test(name))
	);
}

/** Names of the functions and methods that a statement calls. */
function listCalls(root: Statement): string[] {
	const found: string[] = [];
	const visit = (value: unknown): void => {
		if (Array.isArray(value)) return value.forEach(visit);
		if (!isNode(value)) return;
		if (value.type === 'CallExpression') found.push(...nameOf(value['callee']));
		for (const [key, child] of Object.entries(value)) {
			if (!/^(loc|tokens|extra|errors)$|[cC]omments$/.test(key)) visit(child);
		}
	};
	visit(root);
	return found;
}

function nameOf(callee: unknown): string[] {
	if (!isNode(callee)) return [];
	const named = callee.type === 'MemberExpression' ? callee['property'] : callee;
	return isNode(named) && typeof named['name'] === 'string' ? [named['name']] : [];
}

function isNode(value: unknown): value is Node {
	return typeof value === 'object' && value !== null && 'type' in value;
}
