import { execFile } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	renameSync,
	rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { readReleased, releasedFile } from '../../../server/postgres/released-migrations.ts';
import { root } from '../../../server/layout/tree.ts';

const exec = promisify(execFile);
const migrations = 'supabase/migrations';
const cache = '/var/cache/feedback-rehearse';

/** The tarballs of one release, built from its commit. */
export type ReleasedPackage = {
	version: string;
	/** `feedback-server-<version>.tgz`. */
	server: string;
	/** `feedback-sdk-<version>.tgz`. */
	sdk: string;
};

/** The last release in the list of released migrations; `undefined` before the first. */
export function lastRelease(): string | undefined {
	return Object.values(readReleased(join(root, migrations))).at(-1)?.release;
}

/**
 * Builds the packages of a release from the commit that adds its migrations to the list, or returns cached ones.
 * Rejects when the history does not reach back to that commit.
 */
export async function buildReleased(
	version: string,
	log: (line: string) => void,
): Promise<ReleasedPackage> {
	const commit = await findReleaseCommit(version);
	const kept = join(cache, `release-${version}-${commit.slice(0, 12)}`);
	const packages = {
		version,
		server: join(kept, `feedback-server-${version}.tgz`),
		sdk: join(kept, `feedback-sdk-${version}.tgz`),
	};
	if (existsSync(kept)) return packages;
	log(`Building ${version} from commit ${commit.slice(0, 12)}; this takes some minutes.`);
	const folder = mkdtempSync(join(tmpdir(), 'feedback-release-'));
	try {
		const tree = join(folder, 'tree');
		await exec('git', ['clone', '--quiet', '--shared', '--no-checkout', root, tree]);
		const run = (program: string, ...args: string[]) =>
			exec(program, args, { cwd: tree, maxBuffer: 64 * 1024 * 1024 });
		await run('git', 'checkout', '--quiet', commit);
		await run('npm', 'ci', '--no-audit', '--no-fund');
		await run('npm', 'run', 'build', '-w', '@feedback/server');
		const draft = join(folder, 'packages');
		mkdirSync(draft);
		await run('npm', 'pack', '--silent', '-w', '@feedback/sdk', '--pack-destination', draft);
		const [packed] = readdirSync(join(tree, 'server/dist')).filter((name) => name.endsWith('.tgz'));
		copyFileSync(join(tree, 'server/dist', packed!), join(draft, packed!));
		mkdirSync(cache, { recursive: true });
		// On the cache's file system, so that the last step is atomic.
		const beside = mkdtempSync(join(cache, 'draft-'));
		for (const name of readdirSync(draft)) copyFileSync(join(draft, name), join(beside, name));
		renameSync(beside, kept);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	return packages;
}

async function findReleaseCommit(version: string): Promise<string> {
	const git = async (...args: string[]) => (await exec('git', args, { cwd: root })).stdout.trim();
	const commits = await git(
		...['log', '--reverse', '--format=%H', `-S"release": "${version}"`],
		...['--', `${migrations}/${releasedFile}`],
	);
	const [commit] = commits.split('\n');
	const isShallow = (await git('rev-parse', '--is-shallow-repository')) === 'true';
	// In a shallow history, the first commit seems to add everything.
	if (isShallow || !commit) {
		throw new Error(
			`The commit of release ${version} is not in the history of this clone. ` +
				(isShallow ? 'It is shallow: run `git fetch --unshallow`.' : 'Fetch the whole history.'),
		);
	}
	return commit;
}
