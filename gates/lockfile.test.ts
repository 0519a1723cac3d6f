import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { completeLockfile, readPlatform } from './complete-lockfile.ts';
import { type Lockfile, findLockfileIssues, findMissing } from './lockfile.ts';

function createLockfile(): Lockfile {
	return {
		lockfileVersion: 3,
		packages: {
			'': {},
			'node_modules/deno': {
				version: '2.9.6',
				dev: true,
				optionalDependencies: { '@deno/linux-x64-glibc': '2.9.6', '@deno/darwin-arm64': '2.9.6' },
			},
			'node_modules/@deno/linux-x64-glibc': { version: '2.9.6', optional: true },
			'node_modules/site/node_modules/@tool/native': {
				version: '1.0.0',
				optionalDependencies: { '@tool/native-win32-x64-msvc': '1.0.0', beside: '3.0.0' },
			},
			'node_modules/site/node_modules/beside': { version: '3.0.0', optional: true },
		},
	};
}

test('optional packages that are missing in the lockfile are found at every level', () => {
	expect(findMissing(createLockfile()).map(({ name }) => name)).toEqual([
		'@deno/darwin-arm64',
		'@tool/native-win32-x64-msvc',
	]);
});

test('completing adds missing packages beside their parents, with their platform', () => {
	const lockfile = createLockfile();
	completeLockfile(lockfile);
	expect(findMissing(lockfile)).toEqual([]);
	expect(lockfile.packages['node_modules/@deno/darwin-arm64']).toEqual({
		version: '2.9.6',
		os: ['darwin'],
		cpu: ['arm64'],
		dev: true,
		optional: true,
	});
	const path = 'node_modules/site/node_modules/@tool/native-win32-x64-msvc';
	expect(lockfile.packages[path]).toMatchObject({ os: ['win32'], cpu: ['x64'] });
	expect(completeLockfile(lockfile)).toEqual([]);
});

test('completing throws for a range, or a name without a platform', () => {
	const lockfile = createLockfile();
	lockfile.packages['node_modules/x'] = { optionalDependencies: { '@x/linux-x64': '^1.0.0' } };
	expect(() => completeLockfile(lockfile)).toThrow('only an exact version');
	expect(() => readPlatform('fsevents')).toThrow('does not contain a platform');
});

test.each([
	['@supabase/cli-windows-arm64', { os: ['win32'], cpu: ['arm64'] }],
	['@supabase/cli-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
	['@cloudflare/workerd-darwin-64', { os: ['darwin'], cpu: ['x64'] }],
	['@tailwindcss/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
	['@oxlint/binding-linux-ppc64-gnu', { os: ['linux'], cpu: ['ppc64'], libc: ['glibc'] }],
	['@oxlint/binding-openharmony-arm64', { os: ['openharmony'], cpu: ['arm64'] }],
])('%s has the platform %j', (name, platform) => {
	expect(readPlatform(name)).toEqual(platform);
});

test('a missing platform and a foreign address are reported', () => {
	const root = mkdtempSync(join(tmpdir(), 'feedback-lockfile-'));
	const lockfile = createLockfile();
	completeLockfile(lockfile);
	const write = () => writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lockfile));
	const deno = lockfile.packages['node_modules/deno']!;
	deno.resolved = 'https://registry.npmjs.org/deno/-/deno-2.9.6.tgz';
	write();
	expect(findLockfileIssues(root)).toEqual([]);
	deno.resolved = 'http://mirror.example/deno-2.9.6.tgz';
	delete lockfile.packages['node_modules/@deno/darwin-arm64'];
	write();
	const issues = findLockfileIssues(root);
	expect(issues).toHaveLength(2);
	expect(issues[0]).toContain('@deno/darwin-arm64');
	expect(issues[1]).toContain('http://mirror.example/');
	rmSync(root, { recursive: true });
});
