import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

import { root } from '../server/layout/tree.ts';
import { run } from '../testing/run.ts';

const eslint = new ESLint({ cwd: root });

/** The rules of the tree that files break, as `name:line rule`, by the faster of the two programs. */
async function lint(files: Record<string, string>): Promise<string[]> {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-lint-'));
	try {
		const settings = { compilerOptions: { strict: true } };
		writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
		for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
		const config = join(root, '.oxlintrc.json');
		const { output } = await run('oxlint', ['-c', config, '--format=unix', '.'], { cwd: folder });
		const found = output.matchAll(/^\.?\/?([\w.]+):(\d+):\d+: .*\(([\w-]+)\)/gm);
		return [...found].map(([, name, line, rule]) => `${name}:${line} ${rule}`).sort();
	} finally {
		rmSync(folder, { recursive: true });
	}
}

test.each(['faults.ts', 'faults.tsx', 'faults.svelte.ts'])(
	'promises are checked with types in %s',
	async (name) => {
		expect(await lint({ [name]: brokenPromises })).toEqual([
			`${name}:3 no-floating-promises`,
			`${name}:4 no-misused-promises`,
			`${name}:5 await-thenable`,
		]);
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

const faults: [rule: string, text: string][] = [
	['no-explicit-any', 'export const loose: any = 1;'],
	['no-default-export', 'export default 1;'],
	['no-warning-comments', `// ${'TO' + 'DO'}: later.`],
	['max-lines', 'export {};\n'.repeat(401)],
	['eqeqeq', 'export const same = (a: number, b: number) => a == b;'],
	['no-unused-vars', 'const unused = 1;'],
	['consistent-type-imports', "import { Hono } from 'hono';\nexport type App = Hono;"],
	['no-restricted-imports', "import postgres from 'postgres';\nexport const sql = postgres();"],
];

test.each(faults)('%s is reported', async (rule, text) => {
	expect((await lint({ 'faults.ts': text })).map((fault) => fault.split(' ')[1])).toEqual([rule]);
});

test('tests may use postgres.js', async () => {
	expect(await lint({ 'a.test.ts': "import postgres from 'postgres';\npostgres();" })).toEqual([]);
});

test('components are checked by ESLint', async () => {
	const text = '<script lang="ts">\n\tconst loose: any = 1;\n</script>\n\n{@html loose}\n';
	const [result] = await eslint.lintText(text, { filePath: 'dashboard/src/lib/ui/Faults.svelte' });
	expect(result?.messages.map(({ ruleId }) => ruleId).sort()).toEqual([
		'@typescript-eslint/no-explicit-any',
		'svelte/no-at-html-tags',
	]);
});
