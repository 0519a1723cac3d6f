import { relative, sep } from 'node:path';

import type { Rule } from 'eslint';

import { findImportFault } from './rooms.ts';

type Imported = {
	source?: { value?: unknown } | null;
	importKind?: string;
	exportKind?: string;
	specifiers?: readonly { importKind?: string; exportKind?: string }[];
};

/** ESLint rule: imports between rooms follow the layers of `rooms.ts`. */
export const importRule: Rule.RuleModule = {
	meta: {
		type: 'problem',
		docs: { description: 'Imports between rooms follow the layers.' },
		schema: [],
		messages: { fault: '{{fault}}' },
	},
	create(context) {
		const from = relative(context.cwd, context.filename).split(sep).join('/');
		const check = (node: Rule.Node) => {
			const imported = node as unknown as Imported;
			const specifier = imported.source?.value;
			if (typeof specifier !== 'string') return;
			const fault = findImportFault({ from, specifier, typeOnly: isTypeOnly(imported) });
			if (fault) context.report({ node, messageId: 'fault', data: { fault } });
		};
		return {
			ImportDeclaration: check,
			ExportNamedDeclaration: check,
			ExportAllDeclaration: check,
			ImportExpression: check,
		};
	},
};

function isTypeOnly(imported: Imported): boolean {
	if (imported.importKind === 'type' || imported.exportKind === 'type') return true;
	const specifiers = imported.specifiers ?? [];
	return (
		specifiers.length > 0 &&
		specifiers.every(({ importKind, exportKind }) => (importKind ?? exportKind) === 'type')
	);
}
