import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { registry } from '../src/registry.ts';

const room = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
let files: string[];

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'feedback-package-'));
	// Already built; another build would remove the files while other tests use them.
	const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	const packed = JSON.parse(npm(pack, room)) as unknown;
	const [first] = Object.values(packed as Record<string, { files: { path: string }[] }>);
	files = first!.files.map(({ path }) => path);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function npm(argv: string[], cwd: string): string {
	const { stdout, stderr, status } = spawnSync('npm', argv, { cwd, encoding: 'utf8' });
	if (status !== 0) throw new Error(`npm ${argv.join(' ')}: ${stderr}${stdout}`);
	return stdout;
}

describe('the package', () => {
	it('contains the built command, the schema of every output, and nothing else', () => {
		const others = files.filter((path) => !path.startsWith('dist/chunks/'));
		const schemas = registry.map(({ name }) => `dist/schemas/${name.replace(' ', '-')}.json`);
		expect(others.toSorted()).toEqual(
			[
				'CHANGELOG.md',
				'LICENSE',
				'README.md',
				'package.json',
				'bin/feedback.js',
				'dist/feedback.js',
				...schemas,
			].toSorted(),
		);
	});

	it('contains the licence and a description', () => {
		const read = (path: string) => readFileSync(join(room, path), 'utf8');
		expect(read('LICENSE')).toBe(read('../LICENSE'));
		const { license, keywords, description } = JSON.parse(read('package.json')) as {
			[key: string]: unknown;
			keywords: string[];
		};
		expect([license, typeof description]).toEqual(['MIT', 'string']);
		expect(keywords).toContain('feedback');
		const { version } = JSON.parse(read('package.json')) as { version: string };
		expect(read('CHANGELOG.md')).toContain(`## ${version}`);
	});

	it('installs without downloading anything else, and runs', () => {
		const home = join(folder, 'home');
		const tarball = join(folder, 'feedback-cli-0.4.0.tgz');
		const quiet = ['--offline', '--omit=optional', '--no-audit', '--no-fund'];
		npm(['install', '--prefix', home, ...quiet, tarball], folder);
		const run = (...argv: string[]) =>
			spawnSync(join(home, 'node_modules/.bin/feedback'), argv, { cwd: home, encoding: 'utf8' });
		expect(run('--version').stdout).toBe('0.4.0\n');
		expect(run('prompt', 'schema').stdout).toContain('"survey_id"');
		expect(run('prompt', 'validate', '--file', 'none.yaml').status).toBe(2);
	});
});
