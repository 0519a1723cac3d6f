import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { packageScope } from '../../contract/src/packages.ts';
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
/** They have the entries for tools that do not read `exports`. */
const folders = ['headless', 'preview', 'server'];
const entries = { '.': {}, './headless': {}, './preview': {}, './server': {} };
const gzip = (file: string) => gzipSync(readFileSync(join(builtSdk, file)), { level: 9 }).length;
const laterFile = readdirSync(builtSdk).find((file) => file.startsWith('feedback-later-'))!;
const launcherFile = readdirSync(builtSdk).find((file) => file.startsWith('feedback-launcher-'))!;
const contextFile = readdirSync(builtSdk).find((file) => file.startsWith('feedback-context-'))!;
const personalFile = readdirSync(builtSdk).find((file) => file.startsWith('feedback-personal-'))!;
const pictureFile = readdirSync(builtSdk).find((file) => file.startsWith('feedback-picture-'))!;
const screenshotFile = readdirSync(builtSdk).find((file) =>
	file.startsWith('feedback-screenshot-'),
)!;
const debugFile = readdirSync(builtSdk).find((file) => file.startsWith('feedback-debug-'))!;
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

	it('does what follows a decision in at most 6.75 KiB of gzip', () => {
		expect(gzip(laterFile)).toBeLessThanOrEqual(6_912);
	});

	it('has a launcher of at most 6 KiB of gzip', () => {
		expect(gzip(launcherFile)).toBeLessThanOrEqual(6_144);
	});

	it('collects the context of answers in at most 1 KiB of gzip', () => {
		expect(gzip(contextFile)).toBeLessThanOrEqual(1_024);
	});

	it('prepares what belongs to one person in at most 2.25 KiB of gzip', () => {
		expect(gzip(personalFile)).toBeLessThanOrEqual(2_304);
	});

	it('asks for a picture in at most 3.5 KiB of gzip, and takes it in at most 18', () => {
		expect(gzip(pictureFile)).toBeLessThanOrEqual(3_584);
		expect(gzip(screenshotFile)).toBeLessThanOrEqual(18_432);
	});

	it('contains no schema library and no name of a private package', () => {
		for (const file of readdirSync(builtSdk).filter((name) => !name.endsWith('.map'))) {
			expect(readFileSync(join(builtSdk, file), 'utf8')).not.toMatch(/zod|@feedback\/contract/);
		}
	});

	it('imports nothing but its own prompt UI and preview mode', () => {
		const allowed = {
			'index.js': [`./${uiFile}`, `./${laterFile}`],
			'headless.js': [`./${modeFile}`, `./${laterFile}`],
			[laterFile]: [
				`./${contextFile}`,
				`./${launcherFile}`,
				`./${personalFile}`,
				`./${pictureFile}`,
				`./${debugFile}`,
			],
			[pictureFile]: [`./${screenshotFile}`],
			[screenshotFile]: [],
			[contextFile]: [],
			[personalFile]: [],
			[launcherFile]: [],
			[debugFile]: [],
			'preview.js': [],
			'server.js': [],
			[uiFile]: [`./${moreFile}`, `./${modeFile}`],
			[moreFile]: [],
			[modeFile]: [],
		};
		for (const [file, own] of Object.entries(allowed)) {
			const code = readFileSync(join(builtSdk, file), 'utf8');
			const imports = [...code.matchAll(/(?:from|import)\s*\(?[`"']([\w@./-]+)[`"']/g)].map(
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
		expect(readme).toContain(`npm install ${product.sdkPackage}`);
		expect(readme).toContain(`${packageScope}:registry`);
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
		for (const file of ['package.json', ...texts, ...folders]) {
			cpSync(join(root, file), join(buildFolder, file), { recursive: true });
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
		const own = folders.map((folder) => `${folder}/package.json`);
		expect(packed.sort()).toEqual(['package.json', ...texts, ...own, ...built].sort());
		const types = await checkPackage(createPackageFromTarballData(tarball));
		expect(types).toMatchObject({ types: { kind: 'included' }, entrypoints: entries });
		expect(types.types && types.problems).toEqual([]);
		const said = await publint({ strict: true, pack: { tarball: tarball.buffer } });
		expect(said.messages).toEqual([]);
	}, 60_000);
});

describe('in CommonJS', () => {
	it.each(Object.keys(entries))('%s has the same exports as the module', async (entry) => {
		const name = entry === '.' ? 'index' : entry.slice(2);
		const require = createRequire(import.meta.url);
		const required = require(join(builtSdk, `${name}.cjs`)) as object;
		const imported = (await import(pathToFileURL(join(builtSdk, `${name}.js`)).href)) as object;
		expect(Object.keys(required)).toEqual(Object.keys(imported));
		const folder = require(join(root, name === 'index' ? '.' : name, 'package.json')) as {
			main: string;
			module: string;
		};
		expect([folder.main, folder.module].map((file) => basename(file))).toEqual([
			`${name}.cjs`,
			`${name}.js`,
		]);
	});
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
