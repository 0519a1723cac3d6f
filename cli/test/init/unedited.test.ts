import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Result } from '../../src/init/result.ts';
import { createPerson } from '../run.ts';
import type { Person } from '../run.ts';
import { useService } from '../service/use-service.ts';
import { json, manifest, page } from './app-parts.ts';
import type { Files } from './fixtures.ts';
import { readFolder } from './run-init.ts';

// Apps that the wizard recognises but does not edit.

const service = await useService();
let person: Person;
beforeEach(() => {
	person = createPerson(service, 'fbt_good');
});

function makeApp(files: Files): string {
	const folder = join(person.home, 'app');
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
	return folder;
}

type Case = {
	files: Files;
	name: string;
	guide: string;
	/** Parts of the expected instruction and code. */
	place: string;
	code: string;
};

const config = 'astro.config.mjs';
const starlight: Files = {
	'package.json': manifest({ astro: '^7.3.5', '@astrojs/starlight': '^0.40.0' }),
	[config]: 'export default {};\n',
};
const cases: Record<string, Case> = {
	'an Astro site without a layout': {
		files: starlight,
		name: 'Astro',
		guide: 'install/astro',
		place: 'src/layouts/Layout.astro',
		code: '<script>\n  import { Feedback }',
	},
	'a Gatsby site with a CommonJS module': {
		files: {
			'package.json': manifest({ gatsby: '^5.14.0', react: '^18.3.0' }),
			'gatsby-browser.js': 'exports.onClientEntry = () => undefined;\n',
		},
		name: 'Gatsby',
		guide: 'install/gatsby',
		place: 'gatsby-browser.js',
		code: 'Feedback.init({',
	},
	'a Qwik app without a root': {
		files: { 'package.json': manifest({ '@builder.io/qwik-city': '^1.12.0' }) },
		name: 'Qwik',
		guide: 'install/qwik',
		place: 'src/feedback.tsx',
		code: 'useVisibleTask$',
	},
	'an Expo app without a web version': {
		files: { 'package.json': manifest({ expo: '~54.0.0' }), 'App.js': 'export default 1;\n' },
		name: 'Expo',
		guide: 'install/expo',
		place: 'App.js',
		code: 'Feedback.init({',
	},
	'an Electron app without a page': {
		files: { 'package.json': manifest({ electron: '^40.0.0' }), 'main.js': 'start();\n' },
		name: 'Electron',
		guide: 'install/electron',
		place: 'not into the main process',
		code: 'Feedback.init({',
	},
	ember: {
		files: { 'package.json': manifest({ 'ember-source': '^6.8.0' }) },
		name: 'Ember',
		guide: 'install/package',
		place: 'the module that the browser loads first',
		code: 'Feedback.init({',
	},
	'a SolidStart app without an entry': {
		files: { 'package.json': manifest({ '@solidjs/start': '^1.2.0' }) },
		name: 'SolidStart',
		guide: 'install/solid',
		place: 'src/entry-client.ts, before mount',
		code: 'Feedback.init({',
	},
	'a Nuxt app with other folders': {
		files: {
			'package.json': manifest({ nuxt: '^4.5.0' }),
			'nuxt.config.ts': "export default defineNuxtConfig({ srcDir: 'source' });\n",
		},
		name: 'Nuxt',
		guide: 'install/nuxt',
		place: 'Create app/plugins/feedback.client.ts',
		code: 'defineNuxtPlugin',
	},
};

const init = (app: string, ...argv: string[]) =>
	person.run(['init', '--json', ...argv], { cwd: app });

// Their pages load the SDK from the service, so there is no package.
const servers: Record<string, { files: Files; name: string; guide: string; reason: string }> = {
	'a Rails app with another template language': {
		files: {
			'config/application.rb': 'module Shop\nend\n',
			'app/views/layouts/application.html.haml': '%html\n  %head\n',
		},
		name: 'Ruby on Rails',
		guide: 'install/rails',
		reason: 'no layout with a </head>, such as app/views/layouts/application.html.erb',
	},
	'a Django project with several layouts': {
		files: {
			'manage.py': 'import os\n',
			'shop/templates/base.html': '<head></head>',
			'blog/templates/base.html': '<head></head>',
		},
		name: 'Django',
		guide: 'install/django',
		reason: 'several layouts',
	},
	'a WordPress theme without code': {
		files: { 'style.css': '/*\nTheme Name: Shop\n*/\n' },
		name: 'WordPress theme',
		guide: 'install/wordpress',
		reason: 'no functions.php',
	},
};

describe('an app on a server whose layout is not edited', () => {
	it.each(Object.keys(servers))('is named, with its own guide and tags: %s', async (key) => {
		const { files, name, guide, reason } = servers[key]!;
		const app = makeApp(files);
		const before = readFolder(app);
		const { code, data } = await init(app);
		const result = data<Result>();
		expect([code, result.state, result.framework?.name]).toEqual([0, 'by_hand', name]);
		expect(result.notes.join()).toContain(reason);
		expect(result.package).toBeNull();
		expect(result.by_hand?.guide).toBe(`${service.url}/docs/${guide}/`);
		expect(result.by_hand?.code).toContain('/sdk/feedback.js"></script>');
		expect(readFolder(app)).toEqual(before);
	});
});

describe('an app that the wizard does not edit', () => {
	it.each(Object.keys(cases))('is named, with its own guide and steps: %s', async (key) => {
		const { files, name, guide, place, code } = cases[key]!;
		const app = makeApp(files);
		const before = readFolder(app);
		const { code: exit, data } = await init(app);
		const result = data<Result>();
		expect([exit, result.state, result.framework?.name]).toEqual([0, 'by_hand', name]);
		expect(result.by_hand).toEqual({
			guide: `${service.url}/docs/${guide}/`,
			place: expect.stringContaining(place) as string,
			code: expect.stringContaining(code) as string,
		});
		const steps = result.steps.join('\n');
		const tarball = `${service.url}/docs/npm/@feedback/sdk/-/sdk-0.4.0.tgz`;
		expect(result.package?.command).toEqual(['npm', 'i', tarball]);
		for (const part of [
			place,
			`npm i ${tarball}`,
			`${service.url}/docs/${guide}/`,
			'feedback site create --name "shop"',
			'feedback init --agent-skill --yes',
		]) {
			expect(steps).toContain(part);
		}
		expect(readFolder(app)).toEqual(before);
	});

	it('is shown no documentation address if the documentation does not respond', async () => {
		const app = makeApp(starlight);
		const { stdout, code } = await person.run(['init'], {
			cwd: app,
			env: { FEEDBACK_DOCS_URL: 'http://127.0.0.1:9' },
		});
		expect(code).toBe(0);
		expect(stdout).not.toContain('http://127.0.0.1:9/install');
		expect(stdout).toContain('.agents/skills/feedback/references/install-astro.md');
	});

	it('gets the agent skill with the guide, which --undo removes', async () => {
		const app = makeApp(starlight);
		const before = readFolder(app);
		const { code, data } = await init(app, '--yes', '--agent-skill');
		expect([code, data<Result>().skill]).toMatchObject([0, { state: 'create' }]);
		const guide = join(app, '.agents/skills/feedback/references/install-astro.md');
		expect(readFileSync(guide, 'utf8')).toContain('Layout.astro');
		expect((await init(app, '--undo')).code).toBe(0);
		expect(readFolder(app)).toEqual(before);
	});

	it('gets steps with its site ID, and is not changed when it starts the SDK', async () => {
		const app = makeApp(starlight);
		const first = await init(app, '--yes', '--site', service.state.site);
		const { code } = first.data<Result>().by_hand!;
		expect(code).toContain('site_demo000000');
		expect(existsSync(join(app, 'feedback.json'))).toBe(true);
		const layout = 'src/layouts/Layout.astro';
		mkdirSync(join(app, dirname(layout)), { recursive: true });
		writeFileSync(join(app, layout), `<html></html>\n${code}\n`);
		const { data } = await init(app, '--yes', '--skip-install');
		expect(data<Result>()).toMatchObject({
			existing: layout,
			framework: { id: 'astro' },
			site: { site_id: 'site_demo000000' },
		});
	});
});

describe('a workspace with an app that the wizard does not edit', () => {
	const files: Files = {
		'package.json': json({ name: 'shops', private: true, workspaces: ['apps/*', 'packages/*'] }),
		'apps/site/package.json': manifest({ astro: '7.3.5' }),
		// No package of the workspace, but an app of the repository.
		'services/admin/manage.py': 'import os\n',
		'services/admin/templates/base.html': '<html>\n<head>\n</head>\n</html>\n',
		'examples/package.json': manifest({ vite: '8.0.0' }),
		'apps/admin/package.json': manifest({ vite: '8.0.0', react: '19.0.0' }),
		'apps/admin/index.html': page('/main.js'),
		'apps/admin/main.js': 'run();\n',
		'packages/ui/package.json': json({ name: 'ui', devDependencies: { rollup: '^4.0.0' } }),
	};

	it('names every app with its framework, and asks for one', async () => {
		const app = makeApp(files);
		const before = readFolder(app);
		const { code, failure } = await init(app, '--yes', '--site-id', 'site_demo000000');
		const { error } = failure();
		expect([code, error.code]).toEqual([2, 'usage']);
		expect(error.details['apps']).toEqual(['apps/admin', 'apps/site', 'services/admin']);
		expect(error.message).toContain(
			'apps/admin (React with Vite 8.0.0), apps/site (Astro 7.3.5), services/admin (Django)',
		);
		expect(error.hint).toContain('--app');
		expect(readFolder(app)).toEqual(before);
	});

	it('uses the named one', async () => {
		const app = makeApp(files);
		const given = ['--yes', '--skip-install', '--site-id', 'site_demo000000'];
		const { data } = await init(app, ...given, '--app', 'apps/admin');
		expect(data<Result>().state).toBe('installed');
		const other = await init(app, ...given, '--app', 'apps/site');
		expect(other.data<Result>()).toMatchObject({ state: 'by_hand', framework: { name: 'Astro' } });
	});
});
