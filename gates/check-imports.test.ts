import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { findForbiddenImports } from './check-imports.ts';
import { listFiles } from './tree.ts';
import { root } from '../server/layout/tree.ts';

// Git's `*` matches slashes too.
const manifests = listFiles('*/package.json').filter((path) => path.split('/').length === 2);
/** Files that samples import, besides each other. */
const targets = [
	...['mod', 'question', 'wire', 'limits', 'shared-limits', 'words'].map(
		(name) => `contract/src/${name}.ts`,
	),
	...['index', 'preview', 'headless'].map((name) => `sdk/dist/${name}.js`),
	'client/src/mod.ts',
	'cli/bin/feedback.js',
	'cli/src/main.ts',
	'database/statement.ts',
	'gates/check.ts',
	'mcp/src/mod.ts',
	'mcp/src/server.ts',
	'sdk/src/draw.ts',
	'server/demo/start.ts',
	'server/ports/ports.ts',
	'site/src/search/mod.ts',
	'supabase/functions/_shared/uuidv7.ts',
	'supabase/functions/manage/handler.ts',
	'testing/run.ts',
];

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'feedback-imports-'));
});

afterEach(() => {
	rmSync(folder, { recursive: true });
});

function write(path: string, text: string): void {
	mkdirSync(dirname(join(folder, path)), { recursive: true });
	writeFileSync(join(folder, path), text);
}

function check(files: Record<string, string>): Promise<string[]> {
	for (const [path, text] of Object.entries(files)) write(path, text);
	return findForbiddenImports(folder, Object.keys(files));
}

/** Copies the manifests, so that packages and aliases are resolved as in the tree. */
function addPackages(): void {
	for (const path of manifests) {
		const workspace = dirname(path);
		mkdirSync(join(folder, workspace), { recursive: true });
		cpSync(join(root, path), join(folder, path));
		mkdirSync(join(folder, 'node_modules/@feedback'), { recursive: true });
		symlinkSync(join(folder, workspace), join(folder, 'node_modules/@feedback', workspace));
	}
	for (const target of targets) write(target, 'export const value = 1;\n');
}

type Sample = [from: string, specifier: string, typeOnly?: 'type'];

const allowed: Sample[] = [
	['contract/src/prompt.ts', './question.ts'],
	['contract/src/prompt.ts', 'zod'],
	['client/src/client.ts', '@feedback/contract'],
	['dashboard/src/lib/config/config.ts', '@feedback/client'],
	['dashboard/src/lib/editor/Preview.svelte', '@feedback/sdk/preview'],
	['cli/src/commands/mcp/serve.ts', '@feedback/mcp'],
	['sdk/src/call.ts', '@feedback/contract/wire', 'type'],
	['sdk/src/call.ts', '@feedback/contract/shared-limits'],
	['sdk/src/preview/complete-prompt.ts', '@feedback/contract/words'],
	['sdk/src/call.ts', '../../contract/src/wire.ts', 'type'],
	['supabase/functions/sdk/handler.ts', '@feedback/contract'],
	['supabase/functions/sdk/database.ts', '../../../contract/src/wire.ts'],
	['supabase/functions/mcp/handler.ts', '../../../mcp/src/server.ts'],
	['supabase/functions/mcp/handler.ts', '@feedback/client'],
	['supabase/functions/sdk/other.ts', '../../../database/statement.ts'],
	['server/demo/other.ts', '../../database/statement.ts'],
	['server/demo/other.ts', '../../supabase/functions/_shared/uuidv7.ts'],
	['server/demo/other.ts', '@feedback/site/search'],
	['supabase/seed.ts', '@feedback/contract'],
	['examples/reports/src/main.ts', '@feedback/sdk'],
	['site/src/reference/limits.ts', '@feedback/contract'],
	['site/src/landing/preview.ts', '@feedback/sdk/preview'],
	['site/src/ask/ask-page.ts', '@feedback/sdk'],
	['e2e/journeys/ask.ts', '../../server/demo/start.ts'],
	['dashboard/test/stack.test.ts', '../../server/demo/start.ts'],
];

const refused: Sample[] = [
	['contract/src/other.ts', '@feedback/client'],
	['contract/src/other.ts', '../../client/src/mod.ts'],
	['contract/src/other.ts', '@feedback/sdk', 'type'],
	['client/src/client.ts', '@feedback/mcp'],
	['client/src/client.ts', '../../supabase/functions/manage/handler.ts'],
	['sdk/src/call.ts', '@feedback/contract'],
	['sdk/src/ui/draw.ts', '@feedback/contract/words'],
	['sdk/src/call.ts', '@feedback/contract', 'type'],
	['sdk/src/call.ts', '@feedback/contract/wire'],
	['sdk/src/call.ts', '../../contract/src/limits.ts', 'type'],
	['dashboard/src/lib/a.ts', '@feedback/sdk'],
	['dashboard/src/lib/a.ts', '@feedback/sdk/headless'],
	['dashboard/src/lib/a.ts', '../../../sdk/src/draw.ts'],
	['dashboard/src/lib/a.ts', '../../../server/ports/ports.ts'],
	['dashboard/src/lib/A.svelte', '../../../server/ports/ports.ts', 'type'],
	['mcp/src/tool.ts', '../../cli/src/main.ts'],
	['mcp/src/tool.ts', '@feedback/cli/bin/feedback.js'],
	['supabase/functions/sdk/handler.ts', '@feedback/client'],
	['supabase/functions/sdk/handler.ts', '../../../server/ports/ports.ts'],
	['supabase/functions/sdk/handler.ts', '../../seed-0.ts'],
	['supabase/functions/manage/other.ts', '../../../mcp/src/server.ts'],
	['database/pool.ts', '@feedback/contract'],
	['database/pool.ts', '../supabase/functions/_shared/uuidv7.ts'],
	['cli/src/other.ts', '@feedback/sdk/preview'],
	['cli/src/other.ts', '../../database/statement.ts'],
	['examples/reports/src/main.ts', '@feedback/contract', 'type'],
	['site/src/search/other.ts', '@feedback/sdk'],
	['site/src/ask/ask-page.ts', '@feedback/sdk/headless'],
	['server/deploy/steps.ts', '../../gates/check.ts'],
	['server/demo/other.ts', '../../testing/run.ts'],
	['testing/stack.ts', '../gates/check.ts'],
	['supabase/seed.ts', '../server/ports/ports.ts'],
	['e2e/journeys/ask.ts', '../../gates/check.ts'],
];

/** Writes a file for each sample and returns those whose import is refused. */
async function findRefused(samples: Sample[]): Promise<string[]> {
	addPackages();
	write('supabase/seed-0.ts', '');
	const files = samples.map(([from, specifier, typeOnly], index) => {
		// One import for each file, also when several samples import from the same file.
		const path = from.endsWith('/preview.ts') ? from : from.replace('.', `-${index}.`);
		const statement = `import ${typeOnly ? 'type ' : ''}{ value } from '${specifier}';`;
		const code = typeOnly ? `${statement} export type V = value;` : `${statement} value();`;
		return [path, path.endsWith('.svelte') ? `<script lang="ts">${code}</script>` : code];
	});
	const found = await check(Object.fromEntries(files));
	return files
		.map(([path], index) => [path!, samples[index]!.join(' ')] as const)
		.filter(([path]) => found.some((sentence) => sentence.startsWith(`${path} imports `)))
		.map(([, sample]) => sample);
}

describe('imports between workspaces', () => {
	test('are allowed in the direction of the table', async () => {
		expect(await findRefused(allowed)).toEqual([]);
	});

	test('are refused in any other direction', async () => {
		const samples = refused.map((sample) => sample.join(' '));
		expect(await findRefused(refused)).toEqual(samples);
	});

	test('of the wire module may import types, in each form of import', async () => {
		addPackages();
		const from = "from '@feedback/contract/wire';";
		const types = {
			'sdk/src/a.ts': `import type { value } ${from}`,
			'sdk/src/b.ts': `import { type value } ${from}`,
			'sdk/src/c.ts': `export type { value } ${from}`,
			'sdk/src/d.ts': `export type V = import('@feedback/contract/wire').value;`,
		};
		expect(await check(types)).toEqual([]);
		const values = {
			'sdk/src/e.ts': `import { type value, x } ${from}`,
			'sdk/src/f.ts': `import '@feedback/contract/wire';`,
			'sdk/src/g.ts': `export * ${from}`,
			'sdk/src/h.ts': `const wire = await import('@feedback/contract/wire');`,
		};
		expect(await check(values)).toHaveLength(4);
	});

	test('are found in each form of import', async () => {
		addPackages();
		const forms = [
			"import { value } from '@feedback/client';",
			"import '@feedback/client';",
			"export { value } from '@feedback/client';",
			"export * from '../../client/src/mod.ts';",
			"const client = await import('@feedback/client');",
			"import type { value } from '@feedback/client';",
		];
		const files = forms.map((code, index) => [`contract/src/form-${index}.ts`, code]);
		expect(await check(Object.fromEntries(files))).toHaveLength(forms.length);
	});
});

describe('an import cycle', () => {
	test('of three files is found', async () => {
		const found = await check({
			'a.ts': "import { b } from './b.ts';",
			'b.ts': "export { c } from './c.ts';",
			'c.ts': "const a = await import('./a.ts');",
			'd.ts': "import './a.ts';",
		});
		expect(found).toEqual(['Import cycle: a.ts → b.ts → c.ts → a.ts']);
	});

	test('of one file is found, unless it is a recursive component', async () => {
		expect(await check({ 'a.ts': "import './a.ts';" })).toEqual(['Import cycle: a.ts → a.ts']);
		const component = "<script>import Tree from './Tree.svelte';</script><Tree />";
		expect(await check({ 'Tree.svelte': component })).toEqual([]);
	});

	test('of types alone is found', async () => {
		const found = await check({
			'a.ts': "import type { B } from './b.ts'; export type A = B;",
			'b.ts': "import { type A } from './a.ts'; export type B = A;",
		});
		expect(found).toEqual(['Import cycle: a.ts → b.ts → a.ts']);
	});

	test('of a component of the dashboard through an alias is found', async () => {
		addPackages();
		const found = await check({
			'dashboard/src/lib/ui/List.svelte': `<script lang="ts">
				import { describe } from '#lib/prompt/describe.ts';
			</script>{describe()}`,
			'dashboard/src/lib/prompt/describe.ts':
				"import List from '#lib/ui/List.svelte'; export const describe = () => List;",
		});
		expect(found).toEqual([
			'Import cycle: dashboard/src/lib/prompt/describe.ts → dashboard/src/lib/ui/List.svelte → dashboard/src/lib/prompt/describe.ts',
		]);
	});

	test('of a component that imports only types is found', async () => {
		addPackages();
		const found = await check({
			'dashboard/src/lib/ui/List.svelte': `<script module lang="ts">
				import type { Item } from '#lib/prompt/item.ts';
			</script>
			<script lang="ts">
				let { item }: { item: Item } = $props();
			</script>{item}`,
			'dashboard/src/lib/prompt/item.ts':
				"export type Item = import('#lib/ui/List.svelte').default;",
		});
		expect(found).toHaveLength(1);
		expect(found[0]).toMatch(/^Import cycle: /);
	});

	test('is not reported for two files that share an import', async () => {
		const found = await check({
			'a.ts': "import './b.ts'; import './c.ts';",
			'b.ts': "import './c.ts';",
			'c.ts': "import 'zod';",
		});
		expect(found).toEqual([]);
	});
});

test('an import that cannot be resolved is found, since it would escape the other rules', async () => {
	addPackages();
	const found = await check({
		'dashboard/src/lib/a.ts': "import '#lib/missing.ts'; import './missing.ts';",
	});
	expect(found).toHaveLength(2);
});
