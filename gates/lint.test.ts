import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

import { root } from '../server/layout/tree.ts';
import { run } from '../testing/run.ts';

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

test.each(['faults.ts', 'faults.tsx', 'faults.svelte.ts'])(
	'promises are checked with types in %s',
	async (name) => {
		const folder = mkdtempSync(join(tmpdir(), 'feedback-lint-'));
		try {
			writeFileSync(
				join(folder, 'tsconfig.json'),
				JSON.stringify({ compilerOptions: { strict: true } }),
			);
			writeFileSync(join(folder, name), brokenPromises);
			const config = join(root, '.oxlintrc.json');
			const { code, output } = await run('oxlint', ['-c', config, '--format=unix', '.'], {
				cwd: folder,
			});
			const found = [...output.matchAll(/:(\d+):\d+: .*typescript\(([\w-]+)\)/g)].map(
				([, line, rule]) => [Number(line), rule],
			);
			expect(found.sort(), output).toEqual([
				[3, 'no-floating-promises'],
				[4, 'no-misused-promises'],
				[5, 'await-thenable'],
			]);
			expect(code).toBe(1);
		} finally {
			rmSync(folder, { recursive: true });
		}
	},
);

const brokenPromises = `export const load = async (): Promise<number> => 1;
export async function test(): Promise<void> {
	load();
	if (load()) await load();
	await 1;
	[1].forEach(async () => void (await load()));
}
`;

test('a file that breaks the rules fails', async () => {
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
