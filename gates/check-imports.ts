import { registerHooks } from 'node:module';

import type { ICruiseResult, IViolation } from 'dependency-cruiser';

import { forbidden } from './import-rules.ts';

registerHooks({
	resolve(specifier, context, nextResolve) {
		const isCruiser = context.parentURL?.includes('/node_modules/dependency-cruiser/');
		if (specifier !== 'svelte/compiler' || !isCruiser) return nextResolve(specifier, context);
		const { href } = new URL('svelte-imports.ts', import.meta.url);
		return { url: href, format: 'module-typescript', shortCircuit: true };
	},
});

/** The imports that break a rule, a sentence each. Paths are relative to `root`. */
export async function findForbiddenImports(
	root: string,
	files: readonly string[],
): Promise<string[]> {
	const { cruise } = await import('dependency-cruiser');
	const { output } = await cruise(
		[...files],
		{
			baseDir: root,
			validate: true,
			ruleSet: { forbidden },
			tsPreCompilationDeps: true,
			doNotFollow: { path: '(^|/)(node_modules|dist)/' },
		},
		{
			extensions: ['.ts', '.tsx', '.js', '.mjs', '.svelte', '.json', '.d.ts'],
			conditionNames: ['import', 'types', 'default'],
			exportsFields: ['exports'],
		},
	);
	const { violations } = (output as ICruiseResult).summary;
	return [...new Set(violations.filter((found) => !isRecursion(found)).map(describe))].sort();
}

// A recursive component imports itself.
function isRecursion({ from, to }: IViolation): boolean {
	return from === to && from.endsWith('.svelte');
}

function describe({ rule, from, to, cycle }: IViolation): string {
	if (!cycle) return `${from} imports ${to} (${rule.name}).`;
	// Every file of a cycle reports it: start each report with the same file.
	const names = cycle.map(({ name }) => name);
	const start = names.indexOf(names.toSorted()[0]!);
	const ordered = [...names.slice(start), ...names.slice(0, start)];
	return `Import cycle: ${[...ordered, ordered[0]].join(' → ')}`;
}
