// Replaces `svelte/compiler` within dependency-cruiser, because that would drop the type-only imports of components.
import ts from 'typescript';

export { VERSION } from 'svelte/compiler';

/** The imports of a component's scripts as JavaScript without names: dependency-cruiser reads only their paths. */
export function compile(source: string): { js: { code: string } } {
	const scripts = [...source.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)];
	const imports = scripts.flatMap(([, script = '']) => listImports(script));
	return { js: { code: imports.join('\n') } };
}

function listImports(script: string): string[] {
	return ts
		.preProcessFile(script, true, true)
		.importedFiles.map(({ fileName }) => `import ${JSON.stringify(fileName)};`);
}
