import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';

import { importRule } from './import-rule.ts';
import { findImportFault, roomOf } from './rooms.ts';
import { root } from './tree.ts';

type Sample = [from: string, specifier: string, typeOnly?: boolean];

const allowed: Sample[] = [
	['contract/src/prompt.ts', './question.ts'],
	['contract/src/prompt.ts', 'zod'],
	['client/src/client.ts', '@feedback/contract'],
	['dashboard/src/lib/config/config.ts', '@feedback/client'],
	['dashboard/src/lib/editor/Preview.svelte', '@feedback/sdk/preview'],
	['cli/src/commands/mcp/serve.ts', '@feedback/mcp'],
	['sdk/src/call.ts', '@feedback/contract/wire', true],
	['sdk/src/call.ts', '@feedback/contract/shared-limits'],
	['sdk/src/preview.ts', '@feedback/contract/words'],
	['sdk/src/call.ts', '../../contract/src/wire.ts', true],
	['supabase/functions/sdk/handler.ts', '@feedback/contract'],
	['supabase/functions/sdk/database.ts', '../../../contract/src/wire.ts'],
	['supabase/functions/mcp/handler.ts', '../../../mcp/src/server.ts'],
	['supabase/functions/mcp/handler.ts', '@feedback/client'],
	['mcp/bin/feedback-mcp.js', '@feedback/cli/bin/feedback.js'],
	['server/demo/start.ts', '../../supabase/functions/_shared/uuidv7.ts'],
	['supabase/seed.ts', '@feedback/contract'],
	['examples/reports/src/main.ts', '@feedback/sdk'],
	['site/src/reference/limits.ts', '@feedback/contract'],
	['site/src/prompt/Preview.astro', '@feedback/sdk/preview'],
	['site/src/ask/ask-page.ts', '@feedback/sdk'],
	['e2e/journeys/ask.ts', '../../server/demo/start.ts'],
	['dashboard/test/stack.test.ts', '../../server/demo/start.ts'],
];

const forbidden: Sample[] = [
	['contract/src/mod.ts', '@feedback/client'],
	['contract/src/mod.ts', '../../client/src/mod.ts'],
	['contract/src/mod.ts', '@feedback/sdk', true],
	['client/src/client.ts', '@feedback/dashboard'],
	['client/src/client.ts', '../../supabase/functions/manage/handler.ts'],
	['sdk/src/call.ts', '@feedback/contract'],
	['sdk/src/ui/draw.ts', '@feedback/contract/words'],
	['sdk/src/call.ts', '@feedback/contract', true],
	['sdk/src/call.ts', '@feedback/contract/wire'],
	['sdk/src/call.ts', '../../contract/src/limits.ts', true],
	['dashboard/src/lib/a.ts', '@feedback/sdk'],
	['dashboard/src/lib/a.ts', '@feedback/sdk/headless'],
	['dashboard/src/lib/a.ts', '../../../sdk/src/preview.ts'],
	['dashboard/src/lib/a.ts', '../../../server/ports/ports.ts'],
	['mcp/src/server.ts', '../../cli/src/main.ts'],
	['mcp/src/server.ts', '@feedback/cli'],
	['mcp/bin/feedback-mcp.js', '@feedback/dashboard'],
	['supabase/functions/sdk/handler.ts', '@feedback/client'],
	['supabase/functions/sdk/handler.ts', '../../../server/ports/ports.ts'],
	['supabase/functions/manage/handler.ts', '../../../mcp/src/server.ts'],
	['cli/src/main.ts', '@feedback/sdk/preview'],
	['examples/reports/src/main.ts', '@feedback/contract', true],
	['site/src/search/mod.ts', '@feedback/sdk'],
	['site/src/ask/ask-page.ts', '@feedback/sdk/headless'],
	['server/deploy/steps.ts', '../../gates/check.ts'],
	['server/demo/start.ts', '../../testing/run.ts'],
	['supabase/seed.ts', '../server/ports/ports.ts'],
];

test.each(allowed)('%s may import %s', (from, specifier, typeOnly = false) => {
	expect(findImportFault({ from, specifier, typeOnly })).toBeUndefined();
});

test.each(forbidden)('%s must not import %s', (from, specifier, typeOnly = false) => {
	expect(findImportFault({ from, specifier, typeOnly })).toMatch(/must not import|may import/);
});

test('a file belongs to the deepest room that holds it', () => {
	expect(roomOf('supabase/functions/sdk/index.ts')).toBe('functions');
	expect(roomOf('supabase/seed.ts')).toBe('service');
	expect(roomOf('sdk-other/file.ts')).toBeUndefined();
});

function lint(filename: string, code: string): string[] {
	const linter = new Linter({ cwd: root });
	const config: Linter.Config[] = [
		{
			files: ['**/*.ts'],
			languageOptions: { parser: tseslint.parser as Linter.Parser },
			plugins: { house: { rules: { imports: importRule } } },
			rules: { 'house/imports': 'error' },
		},
	];
	return linter
		.verify(code, config, { filename: `${root}/${filename}` })
		.map(({ message }) => message);
}

test.each([
	"import { createClient } from '@feedback/client';",
	"import '@feedback/client';",
	"export { createClient } from '@feedback/client';",
	"export * from '../../client/src/mod.ts';",
	"const client = await import('@feedback/client');",
	"import type { Client } from '@feedback/client';",
])('the lint rule finds %s in the contract', (code) => {
	expect(lint('contract/src/sample.ts', code)).toEqual(['contract must not import client.']);
});

test('the lint rule knows types from values in the SDK', () => {
	const fault = "sdk may import types only from the contract's wire module.";
	const at = 'sdk/src/sample.ts';
	expect(lint(at, "import type { Values } from '@feedback/contract/wire';")).toEqual([]);
	expect(lint(at, "import { type Values } from '@feedback/contract/wire';")).toEqual([]);
	expect(lint(at, "export type { Values } from '@feedback/contract/wire';")).toEqual([]);
	expect(lint(at, "import { type Values, x } from '@feedback/contract/wire';")).toEqual([fault]);
	expect(lint(at, "import '@feedback/contract/wire';")).toEqual([fault]);
});
