import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { product, publishedPackages, tarballPath } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { cleanManifest } from '../pack/clean-manifest.ts';
import { findIssues } from '../publish/find-issues.ts';

const program = join(import.meta.dirname, '../release.ts');
const run = (...argv: string[]) => {
	const env = { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1' };
	return spawnSync(process.execPath, [program, ...argv], { encoding: 'utf8', env });
};

describe('npm run release', () => {
	it('prints each step of a dry run, with provenance', () => {
		const { stdout, status } = run('--dry-run');
		expect(status).toBe(0);
		for (const name of publishedPackages) {
			const file = `./release/dist/${tarballPath(name, product.version)}`;
			expect(stdout).toContain(`npm publish ${file} --access public --tag latest --provenance`);
		}
		expect(stdout).toContain(`git tag v${product.version}`);
		expect(stdout).toContain('isPublished: true');
	});

	it('refuses an unknown option', () => {
		expect(run('--now')).toMatchObject({ status: 2, stdout: '' });
	});

	it.skipIf(product.repository)('publishes nothing from a tree without a repository', () => {
		const { stderr, stdout, status } = run();
		expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
		expect(stderr).toContain('Nothing was published');
		expect(stderr).toContain('product.repository');
	});
});

describe('a tree that can be published', () => {
	const version = product.version;
	const whole = {
		repository: 'https://git.example/feedback',
		changesets: ['README.md', 'config.json'],
		uncommitted: '',
		manifests: [{ name: 'a', version, repository: {} }],
		env: { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://ci.example' },
	};

	it('has no issue', () => {
		expect(findIssues(whole)).toEqual([]);
	});

	it.each([
		['changesets', { changesets: ['one.md'] }, 'changesets have no version'],
		['changes', { uncommitted: ' M a.ts' }, 'not committed'],
		['repository', { repository: '' }, 'product.repository'],
		['manifest', { manifests: [{ name: 'a', version }] }, 'package.json of a'],
		['version', { manifests: [{ name: 'a', version: '0.0.1', repository: {} }] }, 'a is 0.0.1'],
		['workflow', { env: {} }, 'id-token'],
	])('has none of these: %s', (_, change, says) => {
		const issues = findIssues({ ...whole, ...change });
		expect(issues).toEqual([expect.stringContaining(says)]);
	});
});

describe('the published manifest', () => {
	const versions = new Map([['@feedback/sdk', '0.4.0']]);
	const isOurs = (name: string) => name.startsWith('@feedback/');
	const clean = (rest: object) =>
		cleanManifest({ name: 'x', version: '1.0.0', ...rest }, versions, isOurs);

	it('has the exact versions of our packages, and ranges of others', () => {
		expect(
			clean({
				dependencies: { '@feedback/sdk': 'workspace:*', zod: '^4.0.0' },
				devDependencies: { vite: '^8.0.0' },
				scripts: { prepack: 'node build.ts' },
			}),
		).toEqual({
			name: 'x',
			version: '1.0.0',
			dependencies: { '@feedback/sdk': '0.4.0', zod: '^4.0.0' },
		});
	});

	it.each([
		[{ dependencies: { '@feedback/client': '0.4.0' } }, 'is not published'],
		[{ peerDependencies: { other: 'file:../other' } }, 'is no version'],
	])('is refused: %j', (rest, says) => {
		expect(() => clean(rest)).toThrow(says);
	});
});
