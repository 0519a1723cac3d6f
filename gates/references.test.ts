import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { findStaleReferences, readTree } from './references/find-stale-references.ts';
import { listFiles } from './tree.ts';
import { root } from '../server/layout/tree.ts';

const tree = readTree();
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('what the documents for contributors name exists', () => {
	const documents = listFiles(
		':(glob)*.md',
		':(glob)supabase/*.md',
		'dashboard/README.md',
		'cli/src/init/README.md',
		'.changeset/README.md',
		'.github/',
	);
	expect(documents).toContain('.github/workflows/ci.yml');
	expect(
		findStaleReferences(
			documents.map((path) => ({ path, text: read(path) })),
			tree,
		),
	).toEqual([]);
});

test.each([
	['`supabase/schemas/decide/missing.sql`', 'there is no supabase/schemas/decide/missing.sql.'],
	['`contract/src/{wire,missing}.ts`', 'there is no contract/src/{wire,missing}.ts.'],
	['`manage/<noun>/missing.ts`', 'there is no manage/<noun>/missing.ts.'],
	['`missing.svelte`', 'there is no missing.svelte.'],
	['[the map](docs/MAP.md)', 'there is no docs/MAP.md.'],
	['calls app.decide_again(event)', 'the database has no app.decide_again.'],
	['`displays.missing`', 'app.displays has no column missing.'],
	['`missingFunction()`', 'no source file has missingFunction.'],
	['`missing_setting`', 'no source file has missing_setting.'],
	['`npm run missing`', 'feedback has no npm script “missing”.'],
	['`npm run generate -w @feedback/missing`', 'there is no workspace @feedback/missing.'],
	['`npm run build -w @feedback/mcp`', '@feedback/mcp has no npm script “build”.'],
	['`npm run bench missing`', '`npm run bench` knows no “missing”.'],
	['`npm run prove missing`', '`npm run prove` knows no “missing”.'],
	['`npm test missing-filter`', 'no test file has “missing-filter” in its path.'],
	['`npx vitest run supabase/missing.test.ts`', 'there is no supabase/missing.test.ts.'],
	['`npx missing-program`', 'no dependency has a program “missing-program”.'],
	['`node gates/missing.ts`', 'there is no gates/missing.ts.'],
	['`feedback prompt missing`', 'there is no command “feedback prompt missing”.'],
	['`feedback-server missing`', 'there is no command “feedback-server missing”.'],
	['```sh\nnpm ci && npm run missing\n```', 'feedback has no npm script “missing”.'],
])('%s is found to be stale', (text, issue) => {
	const line = text.startsWith('```') ? 2 : 1;
	expect(findStaleReferences([{ path: 'PAGE.md', text }], tree)).toEqual([
		`PAGE.md:${line}: ${issue}`,
	]);
});

test('a step of a workflow is checked', () => {
	const text = 'steps:\n  - run: npm ci\n  - run: |\n      npm run missing\n  - run: npm test\n';
	expect(findStaleReferences([{ path: '.github/workflows/x.yml', text }], tree)).toEqual([
		'.github/workflows/x.yml:4: feedback has no npm script “missing”.',
	]);
});

test('what exists passes, however it is written', () => {
	const text = [
		'`contract/src/{wire,answer}.ts`, `supabase/functions/manage/<noun>/`, `limits.ts`, `sdk/api/`',
		'app.reserve, `displays.charges`, `text/plain`, `POST /sdk/poll`, `@feedback/sdk/preview`',
		'`npm run bench race`, `npm run generate -w @feedback/contract`, `npm test races`, `npm ci`',
		'`npx vitest run supabase/tests/races.test.ts`, `feedback prompt create`, `feedback-server start`',
		'`npx vitest run <file>`, `feedback <noun>`, `feedback`, [the docs](content/), [below](#below)',
	].join('\n');
	expect(findStaleReferences([{ path: 'PAGE.md', text }], tree)).toEqual([]);
});

test('ARCHITECTURE.md stays short', () => {
	const lines = read('ARCHITECTURE.md').trimEnd().split('\n');
	expect(lines.length).toBeLessThanOrEqual(120);
	expect(lines.filter((line) => line.length > 200 || /\S {2,}\S/.test(line))).toEqual([]);
});
