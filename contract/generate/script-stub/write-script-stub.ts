import { readFileSync } from 'node:fs';

import { transformSync } from 'esbuild';

import { limits } from '../../src/limits.ts';

/** The module with the minified stub, for all code that shows or writes a script tag. */
export function writeStubModule(): string {
	const source = readFileSync(new URL('stub.ts', import.meta.url), 'utf8');
	// For browsers that are too old for the SDK: their pages must continue to work.
	const { code } = transformSync(source, {
		loader: 'ts',
		minify: true,
		target: 'es2015',
		format: 'iife',
		define: { __REQUEST_TIMEOUT__: String(limits.request.timeout) },
	});
	return `// Made by \`npm run generate -w contract\` from contract/generate/script-stub.

/** Inline code of a page, ahead of the SDK's script: queues calls until the script has loaded. */
export const scriptStub = ${JSON.stringify(code.trim())};
`;
}
