import type { IViolation } from 'dependency-cruiser';

import { cruiseImports } from './cruise-imports.ts';
import { forbidden } from './import-rules.ts';

/** Describes each import that breaks a rule, in one sentence. Paths are relative to `root`. */
export async function findForbiddenImports(
	root: string,
	files: readonly string[],
): Promise<string[]> {
	const { summary } = await cruiseImports(root, files, {
		validate: true,
		ruleSet: { forbidden },
		doNotFollow: { path: '(^|/)(node_modules|dist)/' },
	});
	const violations = summary.violations.filter((found) => !isRecursion(found));
	return [...new Set(violations.map(describe))].sort();
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
