// The package as npm packs it, in the bundlers, test runners and servers of apps: bundled, and then run.
import { execFileSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { builds, buildIfStale } from '../../../server/parts/builds.ts';
import { answerEvents, displayPrompt } from '../../../sdk/test/browser/answers.ts';
import { startService } from '../../../sdk/test/browser/service.ts';
import { launchChromium } from '../../../testing/launch-chromium.ts';
import { installOwnPackages } from '../../tools/own-packages.ts';
import { findTools, listBundlers } from './bundlers.ts';

const here = import.meta.dirname;
const sdk = join(here, '../../../sdk');
const tools = findTools(here);
const bundlers = listBundlers(tools);
const entries = ['', '/headless', '/preview', '/server'];

/** What an app's entry does, and what the test reads. */
const main = `import { Feedback } from '@feedback/sdk';
window.notices = [];
Feedback.on((notice) => window.notices.push(notice));
Feedback.init({ siteId: 'site_test000000', apiUrl: location.origin });
window.shown = Feedback.event('report.exported');
`;

let base: string;
let browser: Browser;

beforeAll(async () => {
	await buildIfStale(builds.sdk, () => undefined);
	await installOwnPackages(here);
	base = mkdtempSync(join(tmpdir(), 'feedback-packages-'));
	browser = await launchChromium();
	const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', base];
	execFileSync('npm', args, { cwd: sdk });
	const tarball = readdirSync(base).find((file) => file.endsWith('.tgz'))!;
	// As npm lays it out: the package beside those of the tools.
	const modules = join(base, 'node_modules');
	mkdirSync(join(modules, '@feedback/sdk'), { recursive: true });
	execFileSync(
		'tar',
		['-xzf', tarball, '--strip-components=1', '-C', join(modules, '@feedback/sdk')],
		{ cwd: base },
	);
	for (const name of readdirSync(join(here, 'node_modules'))) {
		if (name !== '@feedback') symlinkSync(join(here, 'node_modules', name), join(modules, name));
	}
}, 600_000);

afterAll(async () => {
	await browser?.close();
	if (base) rmSync(base, { recursive: true, force: true });
});

/** A folder with files of an app, beside the installed packages. */
function makeApp(name: string, files: Record<string, string>): string {
	const app = join(base, name.replaceAll(/\W+/g, '-'));
	mkdirSync(app, { recursive: true });
	for (const [file, text] of Object.entries({ 'package.json': '{"private":true}', ...files })) {
		mkdirSync(join(app, file, '..'), { recursive: true });
		writeFileSync(join(app, file), text);
	}
	return app;
}

describe.each(Object.entries(bundlers))('bundled by %s', (name, bundle) => {
	it('an app shows a prompt, and sends its answer', async () => {
		const app = makeApp(name, { 'main.js': main });
		const out = join(app, 'out');
		await bundle(app, out);
		const service = await startService(out);
		const context = await browser.newContext();
		try {
			service.script = ({ route, body }) =>
				route === 'events' ? { body: answerEvents(body, displayPrompt()) } : undefined;
			service.pages.set('/', '<script type="module" src="/sdk/main.js"></script>');
			const page = await context.newPage();
			await page.goto(`${service.url}/`);
			await page.getByRole('radio', { name: '4 of 5' }).check({ force: true });
			await page.getByRole('button', { name: 'Next' }).click();
			await page.getByRole('button', { name: 'Skip' }).click();
			await expect.poll(() => service.to('answer').at(-1)?.answers).toMatchObject({ score: 4 });
		} finally {
			await context.close();
			await service.close();
		}
	});
});

describe('Jest', () => {
	it.each(['node', 'jsdom'])('imports every entry in the environment %s', (environment) => {
		const test = entries
			.map(
				(entry) =>
					`expect(Object.keys(require('@feedback/sdk${entry}')).length).toBeGreaterThan(0);`,
			)
			.join('\n');
		const app = makeApp(`jest-${environment}`, {
			'sdk.test.js': `test('entries', () => {\n${test}\n});
test('an event', async () => {
	const { Feedback } = require('@feedback/sdk');
	expect(await Feedback.event('x')).toBe(false);
});`,
		});
		const args = [`--env=${environment}`, '--rootDir', app];
		execFileSync(tools.bin('jest'), args, { cwd: app, stdio: 'pipe' });
	});
});

describe('Metro', () => {
	it.each([true, false])('resolves every entry, with exports: %s', async (exports) => {
		const require = createRequire(join(here, 'package.json'));
		const { default: resolver } = await tools.load<{ default: { resolve: Resolve } }>(
			'metro-resolver',
		);
		const { existsSync, readFileSync, realpathSync, statSync } = await import('node:fs');
		const app = makeApp('metro', { 'main.js': main });
		for (const entry of entries) {
			const found = resolver.resolve(
				{
					allowHaste: false,
					assetExts: new Set(['png']),
					customResolverOptions: {},
					dev: true,
					disableHierarchicalLookup: false,
					doesFileExist: (path: string) => existsSync(path) && statSync(path).isFile(),
					fileSystemLookup: (path: string) =>
						existsSync(path)
							? {
									exists: true,
									type: statSync(path).isDirectory() ? 'd' : 'f',
									realPath: realpathSync(path),
								}
							: { exists: false },
					extraNodeModules: {},
					getPackage: (path: string) => readJson(path),
					getPackageForModule: (path: string) => findPackage(path),
					mainFields: ['react-native', 'browser', 'main'],
					nodeModulesPaths: [],
					originModulePath: join(app, 'main.js'),
					preferNativePlatform: true,
					resolveAsset: () => [],
					resolveHasteModule: () => undefined,
					resolveHastePackage: () => undefined,
					sourceExts: ['js', 'json', 'cjs'],
					unstable_conditionNames: ['require', 'react-native'],
					unstable_conditionsByPlatform: {},
					unstable_enablePackageExports: exports,
					unstable_logWarning: () => {},
				},
				`@feedback/sdk${entry}`,
				null,
			);
			expect(found.type).toBe('sourceFile');
			expect(Object.keys(require(found.filePath) as object).length).toBeGreaterThan(0);
		}

		function readJson(path: string): unknown {
			return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
		}

		function findPackage(path: string): object | null {
			for (let at = join(path, '..'); at.length > base.length; at = join(at, '..')) {
				const packageJson = readJson(join(at, 'package.json'));
				if (packageJson)
					return { packageJson, rootPath: at, packageRelativePath: path.slice(at.length + 1) };
			}
			return null;
		}
	});
});

type Resolve = (
	context: object,
	name: string,
	platform: null,
) => { type: string; filePath: string };

describe('Node', () => {
	it.each(entries)('requires and imports @feedback/sdk%s', (entry) => {
		const app = makeApp('node', {});
		const name = `@feedback/sdk${entry}`;
		const code = `const one = require('${name}'); import('${name}').then((other) => {
			if (String(Object.keys(one)) !== String(Object.keys(other).filter((key) => !['default', 'module.exports'].includes(key)))) process.exit(1);
		});`;
		execFileSync(process.execPath, ['--input-type=commonjs', '-e', code], {
			cwd: app,
			stdio: 'pipe',
		});
	});
});

it('a Next.js app is built and started with it', async () => {
	const app = makeApp('next', {
		'app/layout.js': `export default ({ children }) => <html><body>{children}</body></html>;`,
		'app/page.js': `'use client';
import { useEffect } from 'react';
import { Feedback } from '@feedback/sdk';
export default function Page() {
	useEffect(() => void Feedback.event('report.exported'), []);
	return <h1>App</h1>;
}`,
		'app/proof/route.js': `import { createEventProof } from '@feedback/sdk/server';
export const GET = () => new Response(typeof createEventProof);`,
		'instrumentation-client.js': `import { Feedback } from '@feedback/sdk';
Feedback.init({ siteId: 'site_test000000', apiUrl: location.origin + '/service' });`,
		'next.config.mjs': `export default { output: 'standalone', outputFileTracingRoot: ${JSON.stringify(base)} };`,
	});
	cpSync(join(here, 'package.json'), join(app, 'package.json'));
	const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
	execFileSync(tools.bin('next'), ['build', '--webpack'], { cwd: app, stdio: 'pipe', env });
	const { spawn } = await import('node:child_process');
	const server = spawn(tools.bin('next'), ['start', '--port', '0', '--hostname', '127.0.0.1'], {
		cwd: app,
		env,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	try {
		let said = '';
		const url = await new Promise<string>((resolve) => {
			server.stdout.on('data', (chunk: Buffer) => {
				said += String(chunk);
				const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
				if (found) resolve(found[0]);
			});
		});
		await expect
			.poll(
				() =>
					fetch(`${url}/proof`).then(
						(reply) => reply.text(),
						() => '',
					),
				{ timeout: 30_000 },
			)
			.toBe('function');
		const page = await browser.newPage();
		const sent = page.waitForRequest(/\/service\/sdk\/events$/);
		await page.goto(url);
		expect((await sent).postDataJSON()).toMatchObject({ events: [{ name: 'report.exported' }] });
		await page.close();
	} finally {
		server.kill();
	}
});
