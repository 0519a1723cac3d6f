import { findStyle, insertAfterImports } from './edit-module.ts';
import { parseModule } from './parse-module.ts';
import type { Module } from './parse-module.ts';
import { splice } from './source-text.ts';
import { Unplanned } from './unplanned.ts';

/** Adds a component, imported from `specifier`, to a layout as the first child of its `<body>`. */
export function addToBody(
	text: string,
	path: string,
	component: string,
	specifier: string,
): string {
	return addFirstChild(text, path, { element: 'body', component, specifier });
}

/** Adds a component, imported from `specifier`, to a module as the first child of its only such element. */
export function addFirstChild(
	text: string,
	path: string,
	{ element, component, specifier }: { element: string; component: string; specifier: string },
): string {
	const module = parseModule(text, path);
	const style = findStyle(text, module);
	const found = findOpeningTags(module, element).filter(({ selfClosing }) => !selfClosing);
	if (found.length !== 1) {
		throw new Unplanned(
			found.length === 0
				? `${path} has no <${element}>, so it is not clear which layout is the root.`
				: `${path} has several <${element}>.`,
		);
	}
	const { start, end } = found[0]!;
	// The children are on separate lines, or follow the tag directly.
	const follows = /^[\t ]*(\r?\n)([\t ]*)\S/.exec(text.slice(end));
	const tag = `<${component} />`;
	const indent = follows?.[2]?.startsWith(indentAt(text, start)) ? follows[2] : undefined;
	const child = indent === undefined ? tag : `${style.eol}${indent}${tag}`;
	const edited = splice(text, [{ at: end, text: child }]);
	const { quote, semicolon } = style;
	const statement = `import { ${component} } from ${quote}${specifier}${quote}${semicolon ? ';' : ''}`;
	const done = insertAfterImports(edited, parseModule(edited, path), style, [statement]);
	if (findOpeningTags(parseModule(done, path), component).length !== 1) {
		throw new Unplanned(`${path} could not be edited safely.`);
	}
	return done;
}

function indentAt(text: string, offset: number): string {
	const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
	return /^[\t ]*/.exec(line)![0];
}

type Tag = { start: number; end: number; selfClosing: boolean };
type Node = { type: string; [key: string]: unknown };

/** The opening tags of elements with a name. */
export function findOpeningTags(module: Module, name: string): Tag[] {
	const found: Tag[] = [];
	const visit = (value: unknown): void => {
		if (Array.isArray(value)) return value.forEach(visit);
		if (!isNode(value)) return;
		const tag = value as Node & { name?: { name?: unknown }; start: number; end: number };
		if (tag.type === 'JSXOpeningElement' && tag.name?.name === name) {
			found.push({ start: tag.start, end: tag.end, selfClosing: tag['selfClosing'] === true });
		}
		for (const [key, child] of Object.entries(value)) {
			if (!/^(loc|tokens|comments|extra|errors)$|Comments$/.test(key)) visit(child);
		}
	};
	visit(module.program);
	return found;
}

function isNode(value: unknown): value is Node {
	return typeof value === 'object' && value !== null && 'type' in value;
}
