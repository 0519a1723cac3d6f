import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

import { root } from '../server/layout/tree.ts';

const eslint = new ESLint({ cwd: root });

type Config = { rules: Record<string, [number, ...unknown[]] | undefined> };

test.each([
	'contract/src/mod.ts',
	'client/src/mod.ts',
	'sdk/src/index.ts',
	'supabase/functions/sdk/handler.ts',
	'server/demo/start.ts',
	'dashboard/src/lib/config/config.ts',
	'site/src/search/mod.ts',
	'gates/test.ts',
])('the rules of the tree are errors in %s', async (path) => {
	const { rules } = (await eslint.calculateConfigForFile(path)) as Config;
	for (const rule of [
		'no-restricted-syntax',
		'@typescript-eslint/no-explicit-any',
		'no-warning-comments',
	]) {
		expect(rules[rule]?.[0], rule).toBe(2);
	}
	expect(rules['max-lines']).toEqual([2, { max: 400 }]);
});

test('promises are checked with types in a .svelte.ts module', async () => {
	const { rules, languageOptions } = (await eslint.calculateConfigForFile(
		'dashboard/src/lib/theme/theme.svelte.ts',
	)) as Config & { languageOptions: { parserOptions: { projectService?: boolean } } };
	expect(rules['@typescript-eslint/no-floating-promises']?.[0]).toBe(2);
	expect(languageOptions.parserOptions.projectService).toBe(true);
});

test('a file that breaks the rules fails', async () => {
	// A path of a workspace, for type-aware rules.
	const [result] = await eslint.lintText(
		['export const loose: any = 1;', 'export default loose;'].join('\n'),
		{ filePath: 'contract/src/limits.ts' },
	);
	const found = result?.messages.map(({ ruleId }) => ruleId);
	expect(found).toEqual(
		expect.arrayContaining(['@typescript-eslint/no-explicit-any', 'no-restricted-syntax']),
	);
});

test.each([
	'export const run = (sql: any) => sql.reserve();',
	'export const run = (sql: any) => sql`copy app.events from stdin`.writable();',
	'export const run = (sql: any) => sql.unsafe("COPY app.events TO STDOUT");',
	'export const run = (sql: any) => sql.unsafe(`\\n copy ${1} from stdin`);',
])('what needs a database session is refused: %s', async (code) => {
	const [result] = await eslint.lintText(code, {
		filePath: 'supabase/functions/_shared/caller.ts',
	});
	expect(result?.messages.map(({ ruleId }) => ruleId)).toContain('no-restricted-syntax');
});
