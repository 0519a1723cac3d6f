import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { product } from '../../contract/src/product.ts';
import { buildTypes } from '../build-types.ts';
import { version } from '../src/version.ts';
import { builtSdk } from './built-sdk.ts';

const root = join(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	name: string;
	version: string;
	dependencies?: object;
	keywords: string[];
	repository?: object;
	homepage?: string;
	bugs?: object;
};
const texts = ['README.md', 'LICENSE', 'CHANGELOG.md'];
const entries = { '.': {}, './headless': {}, './preview': {}, './server': {} };
const gzip = (file: string) => gzipSync(readFileSync(join(builtSdk, file)), { level: 9 }).length;
const modeFile = readdirSync(builtSdk).find((file) => file.startsWith('feedback-preview-'))!;
const moreFile = readdirSync(builtSdk).find((file) => file.startsWith('feedback-more-'))!;
const uiFile = readdirSync(builtSdk).find((file) => /^feedback-ui-[\w-]{8}\.js$/.test(file))!;

describe('the package', () => {
	it('has the product’s name and version, and no dependencies', () => {
		expect(manifest).toMatchObject({ name: product.sdkPackage, version: product.version });
		expect(version).toBe(product.version);
		expect({ ...manifest.dependencies }).toEqual({});
	});

	it.each(['feedback.js', 'index.js', 'headless.js'])('%s has at most 5 KiB of gzip', (file) => {
		expect(gzip(file)).toBeLessThanOrEqual(5_120);
	});

	it('has a prompt UI of at most 10 KiB of gzip', () => {
		expect(gzip(uiFile)).toBeLessThanOrEqual(10_240);
	});

	it('contains no schema library and no name of a private package', () => {
		for (const file of readdirSync(builtSdk).filter((name) => !name.endsWith('.map'))) {
			expect(readFileSync(join(builtSdk, file), 'utf8')).not.toMatch(/zod|@feedback\/contract/);
		}
	});

	it('imports nothing but its own prompt UI and preview mode', () => {
		const allowed = {
			'index.js': [`./${uiFile}`],
			'headless.js': [`./${modeFile}`],
			'preview.js': [],
			'server.js': [],
			[uiFile]: [`./${moreFile}`, `./${modeFile}`],
			[moreFile]: [],
			[modeFile]: [],
		};
		for (const [file, own] of Object.entries(allowed)) {
			const code = readFileSync(join(builtSdk, file), 'utf8');
			const imports = [...code.matchAll(/(?:from|import)\s*\(?[`"']([^`"']+)/g)].map(
				([, id]) => id,
			);
			expect(imports).toEqual(own);
		}
	});
});

describe('as it is published', () => {
	let buildFolder: string;
	beforeAll(() => {
		buildFolder = mkdtempSync(join(root, '.build-'));
	});
	afterAll(() => rmSync(buildFolder, { recursive: true, force: true }));

	it('has the public surface that is committed in api/, including the wire types', () => {
		buildTypes(root, buildFolder, { check: true });
		for (const file of readdirSync(join(buildFolder, 'dist'))) {
			expect(readFileSync(join(buildFolder, 'dist', file), 'utf8')).not.toMatch(
				/zod|@feedback\/con/,
			);
		}
	}, 60_000);

	it('contains its licence, its changes and a README that fits any service', () => {
		const licence = readFileSync(join(root, '../LICENSE'), 'utf8');
		expect(readFileSync(join(root, 'LICENSE'), 'utf8')).toBe(licence);
		const readme = readFileSync(join(root, 'README.md'), 'utf8');
		expect(readme).not.toMatch(/127\.0\.0\.1|localhost/);
		expect(readme).toContain(`npx ${product.cliPackage} init`);
		expect(readme).toContain('content/install');
		expect(manifest.keywords.length).toBeGreaterThan(3);
	});

	it('names the repository as soon as there is one, and no other address', () => {
		const { repository: url } = product;
		expect(manifest.repository).toEqual(url ? { type: 'git', url, directory: 'sdk' } : undefined);
		expect(manifest.homepage).toBe(url ? `${url}#readme` : undefined);
		expect(manifest.bugs).toEqual(url ? { url: `${url}/issues` } : undefined);
	});

	it.each(['index', 'headless', 'preview', 'server'])('%s.js has a map to its sources', (name) => {
		const code = readFileSync(join(builtSdk, `${name}.js`), 'utf8');
		expect(code).toMatch(new RegExp(`//# sourceMappingURL=${name}\\.js\\.map\\s*$`));
		const map = JSON.parse(readFileSync(join(builtSdk, `${name}.js.map`), 'utf8')) as {
			sources: string[];
			sourcesContent: (string | null)[];
			mappings: string;
		};
		const at = map.sources.findIndex((source) => source.endsWith(`src/${name}.ts`));
		const source = readFileSync(join(root, 'src', `${name}.ts`), 'utf8');
		expect(map.sourcesContent[at]).toBe(source);
		expect(map.sourcesContent).not.toContain(null);
		expect(map.mappings.length).toBeGreaterThan(100);
	});

	it('is found with its types by modules and bundlers, and publint reports nothing', async () => {
		cpSync(builtSdk, join(buildFolder, 'dist'), { recursive: true });
		for (const file of ['package.json', ...texts]) {
			cpSync(join(root, file), join(buildFolder, file));
		}
		execFileSync('npm', ['pack', '--ignore-scripts', '--silent'], { cwd: buildFolder });
		const name = readdirSync(buildFolder).find((file) => file.endsWith('.tgz'))!;
		const tarball = Uint8Array.from(readFileSync(join(buildFolder, name)));
		const listed = execFileSync('tar', ['-tzf', name], { cwd: buildFolder, encoding: 'utf8' });
		const packed = listed
			.trim()
			.split('\n')
			.map((path) => path.replace('package/', ''));
		const built = readdirSync(join(buildFolder, 'dist')).map((file) => `dist/${file}`);
		expect(packed.sort()).toEqual(['package.json', ...texts, ...built].sort());
		const types = await checkPackage(createPackageFromTarballData(tarball));
		// The package is ESM only: it supports neither `require` before Node 22 nor the resolution of Node 10.
		const old = ['node10', 'node16-cjs'];
		expect(types).toMatchObject({ types: { kind: 'included' }, entrypoints: entries });
		expect(
			types.types &&
				types.problems.filter(
					(problem) => !('resolutionKind' in problem && old.includes(problem.resolutionKind)),
				),
		).toEqual([]);
		const said = await publint({ strict: true, pack: { tarball: tarball.buffer } });
		expect(said.messages).toEqual([]);
	}, 60_000);
});

describe('on the server', () => {
	it('preview.js can be imported without side effects', async () => {
		const before = Object.keys(globalThis);
		const { renderPrompt } = (await import(
			pathToFileURL(join(builtSdk, 'preview.js')).href
		)) as typeof import('../src/preview.ts');
		expect(typeof renderPrompt).toBe('function');
		expect(Object.keys(globalThis)).toEqual(before);
	});

	it.each(['index.js', 'headless.js'])('%s can be imported and started', async (file) => {
		const { Feedback } = (await import(
			pathToFileURL(join(builtSdk, file)).href
		)) as typeof import('../src/index.ts');
		Feedback.init({ siteId: 'site_test000000' });
		Feedback.identify('user_42');
		Feedback.reset();
		Feedback.hold();
		Feedback.resume();
		await Feedback.ready();
		expect(Feedback.visitorId()).toBeUndefined();
		expect(await Feedback.event('report.exported')).toBe(false);
		expect(await Feedback.show('export-experience')).toBe(false);
		await expect(Feedback.event('')).rejects.toThrow(TypeError);
	});

	it('event proofs can be made in Deno', () => {
		const folder = mkdtempSync(join(tmpdir(), 'feedback-deno-'));
		onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
		const module = pathToFileURL(join(builtSdk, 'server.js')).href;
		const code = `import { createEventProof } from ${JSON.stringify(module)};
			console.log(await createEventProof({ siteId: 's', key: { id: 'k1', secret: '00'.repeat(32) },
				event: 'e', accountId: 'a' }));`;
		const deno = join(root, '../node_modules/.bin/deno');
		const said = execFileSync(deno, ['eval', code], { cwd: folder, encoding: 'utf8' });
		expect(said.trim()).toMatch(/^[\w-]{20,}\.[\w-]{20,}\.[\w-]{43}$/);
	});
});
