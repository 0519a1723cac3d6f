import { spawn } from 'node:child_process';
import {
	type Dirent,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';

import { withFileLock } from '../data/file-lock.ts';
import { cacheFolder, root } from '../layout/tree.ts';

/** A part of the tree that is built to files. */
export type Build = {
	name: string;
	workspace: string;
	/** Folders and files, relative to the root, whose changes require a new build. */
	sources: readonly string[];
	/** Builds that must run first, because this build reads their results. */
	needs?: readonly Build[];
	/** Folder of the result, from the root. */
	output: string;
	/** Environment of the build; a result for another environment is stale. Without it, any result will do. */
	environment?: Record<string, string>;
};

const sdk: Build = {
	name: 'the SDK',
	workspace: '@feedback/sdk',
	sources: ['sdk', 'contract/src'],
	output: 'sdk/dist',
};

const command: Build = {
	name: 'the command',
	workspace: '@feedback/cli',
	sources: ['cli', 'mcp', 'client', 'contract/src'],
	output: 'cli/dist',
};

export const builds = {
	sdk,
	example: {
		name: 'the example app',
		workspace: '@feedback/examples-reports',
		sources: ['examples/reports', 'sdk', 'contract/src'],
		needs: [sdk],
		output: 'examples/reports/dist',
	},
	dashboard: {
		name: 'the dashboard',
		workspace: '@feedback/dashboard',
		sources: ['dashboard', 'client', 'sdk', 'contract/src'],
		needs: [sdk],
		output: 'dashboard/build',
	},
	site: {
		name: 'the documentation',
		workspace: '@feedback/site',
		sources: ['site', 'content', 'e2e/prove', 'sdk', 'contract/src'],
		needs: [sdk],
		output: 'site/dist',
		// A build by `npm start` sends readers' answers to the local demo site. No package and no test may contain such
		// a build.
		environment: {},
	},
	command,
	packages: {
		name: 'the packages',
		workspace: '@feedback/release',
		sources: ['release', 'sdk', 'cli', 'mcp', 'client', 'contract/src'],
		needs: [sdk, command],
		output: 'release/dist',
	},
} as const satisfies Record<string, Build>;

/** Builds the part when its result is missing or older than its sources. True when it built. */
export async function buildIfStale(
	build: Build,
	log: (line: string) => void,
	signal?: AbortSignal,
): Promise<boolean> {
	for (const needed of build.needs ?? []) await buildIfStale(needed, log, signal);
	if (!isStale(build)) return false;
	mkdirSync(cacheFolder, { recursive: true });
	return withFileLock(join(cacheFolder, `${build.workspace.replace('/', '-')}.lock`), async () => {
		if (!isStale(build)) return false;
		const started = performance.now();
		log(`Building ${build.name}…`);
		await runBuild(build, signal);
		writeFileSync(stampOf(build), describeTarget(build));
		log(`Built ${build.name} in ${((performance.now() - started) / 1_000).toFixed(1)} s.`);
		return true;
	});
}

/** True when there is no finished build, or a source has changed since. */
export function isStale(build: Build): boolean {
	const built = statSync(stampOf(build), { throwIfNoEntry: false });
	if (!built || !existsSync(join(root, build.output))) return true;
	if (build.environment && readFileSync(stampOf(build), 'utf8') !== describeTarget(build))
		return true;
	return build.sources.some((source) => newest(join(root, source)) > built.mtimeMs);
}

// The stamp is written last, so that an interrupted build has none. It is in the folder of the result, so that deleting
// the folder deletes both.
function stampOf(build: Build): string {
	return join(root, build.output, '.built');
}

function describeTarget({ environment = {} }: Build): string {
	return JSON.stringify(environment);
}

const skipped = new Set(['node_modules', 'dist', 'build', '.svelte-kit', '.astro', '.wrangler']);

function newest(path: string): number {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (!stats) return 0;
	if (!stats.isDirectory()) return stats.mtimeMs;
	const inside = readdirSync(path, { withFileTypes: true })
		.filter(isSource)
		.map((entry) => newest(join(path, entry.name)));
	return Math.max(0, ...inside);
}

function isSource(entry: Dirent): boolean {
	return !skipped.has(entry.name) && !/\.test\.ts$/.test(entry.name);
}

async function runBuild(build: Build, signal: AbortSignal | undefined): Promise<void> {
	const bin = join(root, 'node_modules/.bin');
	const path = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
	const child = spawn('npm', ['run', 'build', '--silent', '-w', build.workspace], {
		cwd: root,
		env: {
			...process.env,
			...build.environment,
			PATH: path,
			ASTRO_TELEMETRY_DISABLED: '1',
			FORCE_COLOR: '0',
		},
		stdio: ['ignore', 'pipe', 'pipe'],
		shell: process.platform === 'win32',
		signal,
	});
	let said = '';
	const hear = (chunk: Buffer) => (said = (said + chunk.toString()).slice(-20_000));
	child.stdout?.on('data', hear);
	child.stderr?.on('data', hear);
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject).once('close', resolve);
	});
	if (code !== 0) throw new Error(`Building ${build.name} failed:\n${said.trim()}`);
}
