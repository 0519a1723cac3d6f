import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findUploadFaults } from '../server/deploy/uploads.ts';
import { findForbiddenImports } from './check-imports.ts';
import { findBannedWordsOfTree } from './find-banned-words.ts';
import { findLockfileFaults } from './lockfile.ts';
import { findReleaseFaults } from './released-migrations.ts';
import { type Outcome, run } from '../testing/run.ts';
import { listFiles } from './tree.ts';
import { root } from '../server/layout/tree.ts';

/** A check, which passes when it finds no fault. */
export type Check = { name: string; run(): Promise<string[]> };

/** All checks that do not run the product. */
export function listChecks(): Check[] {
	// The slowest first, since two run at a time.
	return [
		{ name: 'lint', run: () => tool('eslint', ['.', '--max-warnings=0']) },
		{ name: 'format', run: () => tool('prettier', ['--check', '--log-level=warn', '.']) },
		{ name: 'lockfile', run: checkLockfiles },
		{ name: 'imports', run: checkImports },
		{ name: 'plain words', run: async () => findBannedWordsOfTree(root) },
		{
			name: 'released migrations',
			run: async () => findReleaseFaults(join(root, 'supabase/migrations')),
		},
		{ name: 'uploads of each function', run: async () => findUploadFaults(root) },
		...listTypeChecks(),
	];
}

async function checkLockfiles(): Promise<string[]> {
	return listFiles('package-lock.json', '**/package-lock.json').flatMap((path) =>
		findLockfileFaults(join(root, dirname(path))).map((fault) => `${path}: ${fault}`),
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
	const folders = listFiles('tsconfig.json', '*/tsconfig.json', '*/*/tsconfig.json').map((path) =>
		path.replace(/\/?tsconfig\.json$/, ''),
	);
	const node = folders.filter(
		(folder) => folder !== 'dashboard' && !folder.startsWith('examples/'),
	);
	// The packages of the Next.js example are not installed here; `npm run rehearse` builds and checks it.
	const apps = folders.filter(
		(folder) => folder.startsWith('examples/') && folder !== 'examples/next',
	);
	const checks = [...node, ...apps].map((folder) => ({
		name: `types of ${folder}`,
		run: () => tool(process.execPath, [tsc, '-p', folder]),
	}));
	if (folders.includes('dashboard')) {
		checks.push({ name: 'types of dashboard', run: checkDashboard });
	}
	const functions = listFiles('supabase/functions/*/index.ts').map((path) => path.split('/')[2]);
	return [
		...checks,
		...functions.map((name) => ({
			name: `types of the ${name} function under Deno`,
			run: () => checkFunction(String(name)),
		})),
	];
}

// The native compiler takes less than half the time. Lint and svelte-check need the programming interface of version 6.
const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript-7/package.json')));

async function checkDashboard(): Promise<string[]> {
	const cwd = join(root, 'dashboard');
	const synced = await run('svelte-kit', ['sync'], { cwd });
	if (synced.code !== 0) return faultsOf(synced);
	return tool('svelte-check', ['--fail-on-warnings', '--output', 'human'], cwd);
}

// In the parent folder: in the function's own, its `deno.json` hides our package.json, and Deno then finds no types
// for `node:` imports.
function checkFunction(name: string): Promise<string[]> {
	const flags = ['--quiet', '--no-lock', '--node-modules-dir=manual', '--cached-only'];
	const cwd = join(root, 'supabase/functions');
	if (!existsSync(join(cwd, name, 'deno.json'))) {
		return Promise.resolve([`supabase/functions/${name} has no deno.json.`]);
	}
	return tool('deno', ['check', ...flags, '--import-map=import_map.json', `${name}/index.ts`], cwd);
}

async function tool(program: string, args: readonly string[], cwd = root): Promise<string[]> {
	return faultsOf(await run(program, args, { cwd, environment: { NO_COLOR: '1' } }));
}

function faultsOf({ code, output }: Outcome): string[] {
	if (code === 0) return [];
	return [output.trim() || `It exited with ${code} and no output.`];
}
