import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findUploadIssues } from '../server/deploy/uploads.ts';
import { findForbiddenImports } from './check-imports.ts';
import { findBannedWordsOfTree } from './find-banned-words.ts';
import { findLockfileIssues } from './lockfile.ts';
import { findReleaseIssues } from '../server/postgres/released-migrations.ts';
import { type Outcome, run } from '../testing/run.ts';
import { listFiles } from './tree.ts';
import { root } from '../server/layout/tree.ts';

/** A check; it passes if it finds no issue. */
export type Check = { name: string; run(): Promise<string[]> };

/** All checks that do not run the product. */
export function listChecks(): Check[] {
	// The slowest first, since two run at a time.
	return [
		{ name: 'lint', run: lint },
		{ name: 'lint of components', run: () => tool('eslint', ['.', '--max-warnings=0']) },
		{ name: 'format', run: () => tool('oxfmt', ['--list-different', '--threads=1']) },
		{ name: 'lockfile', run: checkLockfiles },
		{ name: 'imports', run: checkImports },
		{ name: 'plain words', run: async () => findBannedWordsOfTree(root) },
		{
			name: 'released migrations',
			run: async () => findReleaseIssues(join(root, 'supabase/migrations')),
		},
		{ name: 'uploads of each function', run: async () => findUploadIssues(root) },
		...listTypeChecks(),
	];
}

async function lint(): Promise<string[]> {
	const issues = await syncDashboard();
	if (issues.length > 0) return issues;
	return tool('oxlint', ['.', '--deny-warnings'], { environment: frugal });
}

async function checkLockfiles(): Promise<string[]> {
	return listFiles('package-lock.json', '**/package-lock.json').flatMap((path) =>
		findLockfileIssues(join(root, dirname(path))).map((issue) => `${path}: ${issue}`),
	);
}

async function checkImports(): Promise<string[]> {
	const files = listFiles('*.ts', '*.tsx', '*.js', '*.svelte');
	return findForbiddenImports(
		root,
		files.filter((path) => !path.endsWith('.d.ts')),
	);
}

function listTypeChecks(): Check[] {
	// The packages of the Next.js example are not installed here; `npm run rehearse` builds and checks it.
	const elsewhere = new Set(['dashboard', 'examples/next']);
	const checks = listFiles('tsconfig.json', '**/tsconfig.json')
		.map((path) => dirname(path))
		.filter((folder) => !elsewhere.has(folder))
		.map((folder) => ({
			name: folder === '.' ? 'types' : `types of ${folder}`,
			run: () => checkTypes(folder),
		}));
	return [
		...checks,
		{ name: 'types of dashboard', run: checkDashboard },
		{ name: 'types of the functions under Deno', run: checkFunctions },
	];
}

function checkTypes(project: string): Promise<string[]> {
	// With several threads, each would infer many types again.
	return tool(process.execPath, [tsc, '-p', project, '--singleThreaded'], { environment: frugal });
}

// The native compiler takes less than half the time. ESLint and svelte-check also need the API of version 6.
const tsc = fileURLToPath(
	new URL('bin/tsc', import.meta.resolve('@typescript/native/package.json')),
);

async function checkDashboard(): Promise<string[]> {
	const issues = await syncDashboard();
	if (issues.length > 0) return issues;
	const flags = ['--tsgo-experimental-api', '--fail-on-warnings', '--output', 'human'];
	return tool('svelte-check', flags, { cwd: dashboard });
}

const dashboard = join(root, 'dashboard');

/** Writes the base of the dashboard's `tsconfig.json`, which a clean clone does not have. */
const syncDashboard = once(() => tool('svelte-kit', ['sync'], { cwd: dashboard }));

function once<Result>(work: () => Result): () => Result {
	let result: Result | undefined;
	return () => (result ??= work());
}

// Checks all functions in one program, which reads the shared modules once. It runs in the parent folder: in a
// function's own folder, its `deno.json` hides our package.json, and Deno then finds no types for `node:` imports.
async function checkFunctions(): Promise<string[]> {
	const cwd = join(root, 'supabase/functions');
	const entries = listFiles('supabase/functions/*/index.ts').map((path) =>
		relative(cwd, join(root, path)),
	);
	const issues = entries
		.map((entry) => join(dirname(entry), 'deno.json'))
		.filter((path) => !existsSync(join(cwd, path)))
		.map((path) => `There is no supabase/functions/${path}.`);
	if (issues.length > 0) return issues;
	const flags = ['--quiet', '--no-lock', '--node-modules-dir=manual', '--cached-only'];
	return tool('deno', ['check', ...flags, '--import-map=import_map.json', ...entries], { cwd });
}

// For Go programs: one thread and less frequent garbage collection save a third of the CPU time.
const frugal = { GOMAXPROCS: '1', GOGC: '300' };

type ToolOptions = { cwd?: string; environment?: Record<string, string> };

async function tool(
	program: string,
	args: readonly string[],
	{ cwd = root, environment = {} }: ToolOptions = {},
): Promise<string[]> {
	return issuesOf(
		await run(program, args, { cwd, environment: { NO_COLOR: '1', ...environment } }),
	);
}

function issuesOf({ code, output }: Outcome): string[] {
	if (code === 0) return [];
	return [output.trim() || `It exited with ${code} and no output.`];
}
