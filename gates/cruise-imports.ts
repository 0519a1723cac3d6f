import { registerHooks } from 'node:module';

import type { ICruiseOptions, ICruiseResult } from 'dependency-cruiser';

registerHooks({
	resolve(specifier, context, nextResolve) {
		const isCruiser = context.parentURL?.includes('/node_modules/dependency-cruiser/');
		if (specifier !== 'svelte/compiler' || !isCruiser) return nextResolve(specifier, context);
		const { href } = new URL('svelte-imports.ts', import.meta.url);
		return { url: href, format: 'module-typescript', shortCircuit: true };
	},
});

/** Runs dependency-cruiser, starting from these files. Paths are relative to `root`. */
export async function cruiseImports(
	root: string,
	files: readonly string[],
	options: ICruiseOptions,
): Promise<ICruiseResult> {
	const { cruise } = await import('dependency-cruiser');
	const { output } = await cruise(
		[...files],
		{ baseDir: root, tsPreCompilationDeps: true, ...options },
		{
			extensions: ['.ts', '.tsx', '.js', '.mjs', '.svelte', '.json', '.d.ts'],
			conditionNames: ['import', 'types', 'default'],
			exportsFields: ['exports'],
		},
	);
	return output as ICruiseResult;
}
