import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { readImports } from '../server/deploy/read-imports.ts';
import { findCircles } from './circles.ts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'feedback-circles-'));
});

afterEach(() => {
	rmSync(folder, { recursive: true });
});

function plant(files: Record<string, string>): string[][] {
	for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
	return findCircles(folder, Object.keys(files));
}

test('a circle of three files is found', () => {
	const circles = plant({
		'a.ts': "import { b } from './b.ts';",
		'b.ts': "export { c } from './c.ts';",
		'c.ts': "const a = await import('./a.ts');",
		'd.ts': "import './a.ts';",
	});
	expect(circles).toEqual([['a.ts', 'b.ts', 'c.ts']]);
});

test('a file that imports itself is a circle', () => {
	expect(plant({ 'a.ts': "import './a.ts';" })).toEqual([['a.ts']]);
});

test('types may refer to each other, and a shared import is no circle', () => {
	const circles = plant({
		'a.ts': "import type { B } from './b.ts'; import './c.ts';",
		'b.ts': "import { type A } from './a.ts'; import './c.ts';",
		'c.ts': "import 'zod';",
	});
	expect(circles).toEqual([]);
});

test('imports are read from syntax, not from comments and strings', () => {
	const text = [
		"// import './no.ts'",
		'const text = "import \'./no.ts\'";',
		"import type { A } from './a.ts';",
		"import b, { type C } from './b.ts';",
		"export type { D } from './d.ts';",
		"export * from './e.ts';",
		"const f = () => import('./f.ts');",
	].join('\n');
	expect(readImports(text)).toEqual([
		{ specifier: './a.ts', typeOnly: true },
		{ specifier: './b.ts', typeOnly: false },
		{ specifier: './d.ts', typeOnly: true },
		{ specifier: './e.ts', typeOnly: false },
		{ specifier: './f.ts', typeOnly: false },
	]);
});
