import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { findUploadFaults } from '../server/deploy/uploads.ts';
import { findCircles } from './circles.ts';
import { findBannedWordsOfTree } from './find-banned-words.ts';
import { findLockfileFaults } from './lockfile.ts';
import { isTest } from './rooms.ts';
import { type Outcome, run } from '../testing/run.ts';
import { listFiles, root } from './tree.ts';

/** One gate: a name and what is wrong; no fault means that it passed. */
export type Check = { name: string; run(): Promise<string[]> };

/** Everything that is checked without running the product. */
export function listChecks(): Check[] {
	// The longest first, so that two at a time end together.
	return [
		{ name: 'lint', run: () => tool('eslint', ['.', '--max-warnings=0']) },
		{ name: 'format', run: () => tool('prettier', ['--check', '--log-level=warn', '.']) },
		{ name: 'lockfile', run: checkLockfiles },
		{ name: 'no circles of imports', run: checkCircles },
		{ name: 'plain words', run: async () => findBannedWordsOfTree(root) },
		{ name: 'uploads of each function', run: async () => findUploadFaults(root) },
		...listTypeChecks(),
	];
}

async function checkLockfiles(): Promise<string[]> {
	return listFiles('package-lock.json', '**/package-lock.json').flatMap((path) =>
		findLockfileFaults(join(root, dirname(path))).map((fault) => `${path}: ${fault}`),
	);
}

async function checkCircles(): Promise<string[]> {
	const files = listFiles('*.ts').filter((path) => !isTest(path) && !path.endsWith('.d.ts'));
	return findCircles(root, files).map((circle) => `${circle.join(' → ')} → ${circle[0]}`);
}

function listTypeChecks(): Check[] {
	const rooms = listFiles('tsconfig.json', '*/tsconfig.json', '*/*/tsconfig.json').map((path) =>
		path.replace(/\/?tsconfig\.json$/, ''),
	);
	const node = rooms.filter((room) => room !== 'dashboard' && !room.startsWith('examples/'));
	// Next.js checks its example when it builds it, in the rehearsal: its packages are not installed here.
	const apps = rooms.filter((room) => room.startsWith('examples/') && room !== 'examples/next');
	const checks = [...node, ...apps].map((room) => ({
		name: `types of ${room}`,
		run: () => tool('tsc', ['-p', room]),
	}));
	if (rooms.includes('dashboard')) {
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

async function checkDashboard(): Promise<string[]> {
	const cwd = join(root, 'dashboard');
	const synced = await run('svelte-kit', ['sync'], { cwd });
	if (synced.code !== 0) return faultsOf(synced);
	return tool('svelte-check', ['--fail-on-warnings', '--output', 'human'], cwd);
}

// From the folder above: in a function's own, its `deno.json` hides our package.json, and Deno then finds no
// types for `node:` imports.
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
	return [output.trim() || `It ended with exit code ${code} and said nothing.`];
}
