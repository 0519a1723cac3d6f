import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { findUploadIssues, listFunctions } from './uploads.ts';

let root: string;

// A function that the deploy tool uploads completely.
const whole: Record<string, string> = {
	'contract/src/mod.ts': "export { a } from './a.ts';",
	'contract/src/a.ts': 'export const a = 1;',
	'supabase/functions/import_map.json': JSON.stringify({
		imports: { '@app/contract': '../../contract/src/mod.ts', zod: 'npm:zod@4.6.7' },
	}),
	'supabase/functions/sdk/deno.json': '{ "importMap": "../import_map.json" }',
	'supabase/functions/sdk/index.ts': "import { handle } from './handler.ts';\nhandle();",
	'supabase/functions/sdk/handler.ts': [
		"import process from 'node:process';",
		"import { z } from 'zod';",
		"import { a } from '@app/contract';",
		"import type { B } from '../_shared/b.ts';",
		'import {',
		'	c,',
		"} from '../_shared/c.ts';",
		'export const handle = () => [process, z, a, c] as unknown as B;',
	].join('\n'),
	'supabase/functions/_shared/b.ts': 'export type B = 1;',
	'supabase/functions/_shared/c.ts': 'export const c = 1;',
};

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'feedback-uploads-'));
});

afterEach(() => {
	rmSync(root, { recursive: true });
});

function plant(changes: Record<string, string> = {}): string[] {
	for (const [path, text] of Object.entries({ ...whole, ...changes })) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	}
	return findUploadIssues(root);
}

test('a function whose files are all uploaded has no fault', () => {
	expect(plant()).toEqual([]);
});

test('an import without its extension, which the tool silently skips, is reported', () => {
	const issues = plant({
		'supabase/functions/sdk/index.ts': "import { handle } from './handler';",
	});
	expect(issues).toEqual([
		'supabase/functions/sdk/index.ts imports ./handler without its .ts, so that it would not be uploaded.',
	]);
});

test('a .js name for a .ts file is reported', () => {
	const issues = plant({ 'contract/src/mod.ts': "export { a } from './a.js';" });
	expect(issues[0]).toContain('without its .ts');
});

test('a file that is imported only with syntax that the tool cannot read is reported', () => {
	const issues = plant({
		'supabase/functions/sdk/index.ts': 'const path = await import(`./handler.ts`);',
		'supabase/functions/sdk/handler.ts': [
			'import {',
			'	// the {hidden} one',
			'	a as b,',
			"} from './hidden.ts';",
			'export const handle = () => b;',
		].join('\n'),
		'supabase/functions/sdk/hidden.ts': 'export const a = 1;',
		'supabase/functions/manage/deno.json': '{ "importMap": "../import_map.json" }',
		'supabase/functions/manage/index.ts': "import { handle } from '../sdk/handler.ts';",
	});
	expect(issues).toContain(
		'supabase/functions/sdk/hidden.ts is imported by the manage function but would not be uploaded.',
	);
});

test('an import of types over several lines, which the tool does not read, is reported', () => {
	const issues = plant({
		'contract/src/a.ts': [
			'import type {',
			'	C,',
			"} from './types.ts';",
			'export const a: C = 1;',
		].join('\n'),
		'contract/src/types.ts': 'export type C = 1;',
	});
	expect(issues).toEqual([
		'contract/src/types.ts is imported by the sdk function but would not be uploaded.',
	]);
});

test('a package that is missing from the map is reported', () => {
	const issues = plant({ 'contract/src/a.ts': "import { b } from 'jose';\nexport const a = b;" });
	expect(issues).toEqual(['contract/src/a.ts imports jose, which the import map does not have.']);
});

test('a file that does not exist, or is outside the repository, is reported', () => {
	expect(plant({ 'contract/src/a.ts': "export { b } from './gone.ts';" })).toEqual([
		'contract/src/a.ts imports ./gone.ts, which does not exist.',
	]);
	expect(plant({ 'contract/src/a.ts': "export { b } from '../../../gone.ts';" })).toEqual([
		'contract/src/a.ts imports ../../../gone.ts, which lies outside the repository.',
	]);
});

test('keys of the map that match each other are reported', () => {
	const imports = {
		'@app/contract': '../../contract/src/mod.ts',
		'@app/contract/': '../../contract/src/',
		zod: 'npm:zod@4.6.7',
	};
	const issues = plant({ 'supabase/functions/import_map.json': JSON.stringify({ imports }) });
	expect(issues).toContain(
		'supabase/functions/import_map.json: the key @app/contract also catches @app/contract/ when it is deployed.',
	);
});

test('keys of the map may match each other if both have the same target', () => {
	const imports = {
		'@app/contract': '../../contract/src/mod.ts',
		zod: 'npm:zod@4.6.7',
		'zod/mini': 'npm:zod@4.6.7/mini',
	};
	expect(plant({ 'supabase/functions/import_map.json': JSON.stringify({ imports }) })).toEqual([]);
});

test('a function must use the shared map', () => {
	expect(plant({ 'supabase/functions/sdk/deno.json': '{ "imports": {} }' })[0]).toContain(
		'must name',
	);
	expect(
		plant({ 'supabase/functions/sdk/deno.json': '{ "importMap": "../no.json" }' })[0],
	).toContain('which is missing');
});

test('Supabase checks no token before any function', () => {
	const tree = fileURLToPath(new URL('../../', import.meta.url));
	const config = readFileSync(join(tree, 'supabase/config.toml'), 'utf8');
	const unchecked = config.matchAll(/^\[functions\.(\w+)\]\nverify_jwt = false$/gm);
	expect([...unchecked].map(([, name]) => name).sort()).toEqual(listFunctions(tree).sort());
});
