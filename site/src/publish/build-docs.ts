import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const site = fileURLToPath(new URL('../../', import.meta.url));
const root = dirname(site.replace(/\/$/, ''));

/** Sources that a build depends on. */
const sources = [
	'content',
	'site/src',
	'site/public',
	'site/astro.config.ts',
	'site/ec.config.mjs',
	'contract/src',
	'contract/generated',
	'sdk/src',
	'sdk/CHANGELOG.md',
	'cli/CHANGELOG.md',
	'server/operations',
];

/**
 * Builds the site and returns its folder.
 *
 * @param options.folder destination, on the file system of this repository; by default `site/dist`
 * @param options.environment added to the environment of the build
 * @throws with the end of the build's output when it fails, and when the SDK, which pages show, is not built
 */
export async function buildDocs(
	options: { folder?: string; environment?: Record<string, string> } = {},
): Promise<string> {
	const folder = options.folder ?? join(site, 'dist');
	if (!existsSync(join(root, 'sdk/dist/preview.js'))) {
		throw new Error('Build the SDK first, with: npm run build -w @feedback/sdk');
	}
	const stamp = await hashSources();
	await runAstro({ ...options.environment, FEEDBACK_DOCS_OUT: folder });
	await mkdir(join(folder, '_server'), { recursive: true });
	await writeFile(join(folder, '_server/sources.txt'), stamp);
	return folder;
}

/** Builds the site unless `site/dist` was built from exactly these sources. */
export async function buildDocsIfStale(
	onBuild?: () => void,
): Promise<{ folder: string; built: boolean }> {
	const folder = join(site, 'dist');
	const stamp = await readFile(join(folder, '_server/sources.txt'), 'utf8').catch(() => '');
	if (stamp === (await hashSources())) return { folder, built: false };
	onBuild?.();
	return { folder: await buildDocs({ folder }), built: true };
}

async function hashSources(): Promise<string> {
	const hash = createHash('sha256');
	for (const source of sources) {
		for (const file of await listFiles(join(root, source))) {
			hash.update(file).update(await readFile(file));
		}
	}
	return hash.digest('base64url');
}

async function listFiles(path: string): Promise<string[]> {
	const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
	if (!entries) return [path];
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
}

function runAstro(environment: Record<string, string>): Promise<void> {
	const require = createRequire(import.meta.url);
	const astro = join(dirname(require.resolve('astro/package.json')), 'bin/astro.mjs');
	const child = spawn(process.execPath, [astro, 'build'], {
		cwd: site,
		// A test runner sets NODE_ENV to a value for which Astro would build differently.
		env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-8_000));
	child.stdout.on('data', keep);
	child.stderr.on('data', keep);
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (code) => {
			if (code === 0) resolve();
			else reject(new Error(`The documentation could not be built.\n${output}`));
		});
	});
}
