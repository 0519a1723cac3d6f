import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Result } from '../../src/init/result.ts';
import { createPerson } from '../run.ts';
import type { Person } from '../run.ts';
import { startService } from '../service/start.ts';
import type { Service } from '../service/start.ts';
import { json, manifest, page } from './app-parts.ts';
import type { Files } from './fixtures.ts';
import { readFolder } from './run-init.ts';

// Apps that the wizard recognises but does not edit.

let service: Service;
let person: Person;

beforeAll(async () => {
	service = await startService();
});
afterAll(() => {
	service.stop();
	expect(service.faults).toEqual([]);
});
beforeEach(() => {
	service.reset();
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

const nuxt = { 'package.json': manifest({ nuxt: '^4.5.0', vue: '^3.5.0' }) };
const cases: Record<string, Case> = {
	nuxt: {
		files: { ...nuxt, 'app/app.vue': '<template />' },
		name: 'Nuxt',
		guide: 'install/nuxt',
		place: 'Create app/plugins/feedback.client.ts',
		code: 'export default defineNuxtPlugin(() => {\n  Feedback.init({',
	},
	'nuxt, version 3': {
		files: { 'package.json': manifest({ nuxt: '^3.20.0' }), 'pages/index.vue': '' },
		name: 'Nuxt',
		guide: 'install/nuxt',
		place: 'Create plugins/feedback.client.ts',
		code: 'defineNuxtPlugin',
	},
	astro: {
		files: {
			'package.json': manifest({ astro: '^7.3.5' }),
			'src/layouts/Layout.astro': '<html></html>',
		},
		name: 'Astro',
		guide: 'install/astro',
		place: '(src/layouts/Layout.astro)',
		code: '<script>\n  import { Feedback }',
	},
	angular: {
		files: { 'package.json': manifest({ '@angular/core': '^22.0.0' }), 'src/index.html': '' },
		name: 'Angular',
		guide: 'install/angular',
		place: 'src/main.ts, before bootstrapApplication',
		code: 'Feedback.init({',
	},
	'react-router': {
		files: {
			'package.json': manifest({ '@react-router/dev': '^7.9.0', react: '19', vite: '^7.0.0' }),
		},
		name: 'React Router',
		guide: 'install/package',
		place: 'react-router reveal entry.client',
		code: 'Feedback.init({',
	},
	'tanstack-start': {
		files: { 'package.json': manifest({ '@tanstack/react-start': '^1.130.0', vite: '^7.0.0' }) },
		name: 'TanStack Start',
		guide: 'install/package',
		place: 'Create the client entry, src/client.tsx',
		code: '<StartClient />',
	},
};

const init = (app: string, ...argv: string[]) =>
	person.run(['init', '--json', ...argv], { cwd: app });

describe('an app that the wizard does not edit', () => {
	it.each(Object.keys(cases))('is named, with its own guide and steps: %s', async (key) => {
		const { files, name, guide, place, code } = cases[key]!;
		const app = makeApp(files);
		const before = readFolder(app);
		const { code: exit, failure } = await init(app);
		const { error } = failure();
		expect([exit, error.code]).toEqual([2, 'unrecognised_app']);
		expect(error.message).toContain(name);
		expect(error.details).toMatchObject({
			framework: { name },
			guide: `${service.url}/docs/${guide}/`,
			place: expect.stringContaining(place) as string,
			snippet: expect.stringContaining(code) as string,
			command: ['npm', 'i', '@feedback/sdk@^0.4.0'],
		});
		for (const part of [place, 'npm i @feedback/sdk', `${service.url}/docs/${guide}/`]) {
			expect(error.hint).toContain(part);
		}
		expect(error.next).toContainEqual(['feedback', 'site', 'create', '--name', 'shop']);
		expect(error.next).toContainEqual(['feedback', 'init', '--agent-skill', '--yes']);
		expect(readFolder(app)).toEqual(before);
	});

	it('is shown no documentation address if the documentation does not respond', async () => {
		const app = makeApp(nuxt);
		const { stderr, code } = await person.run(['init'], {
			cwd: app,
			env: { FEEDBACK_DOCS_URL: 'http://127.0.0.1:9' },
		});
		expect(code).toBe(2);
		expect(stderr).not.toContain('http://127.0.0.1:9/install');
		expect(stderr).toContain('.agents/skills/feedback/references/install-nuxt.md');
	});

	it('gets the agent skill with the guide, which --undo removes', async () => {
		const app = makeApp(nuxt);
		const before = readFolder(app);
		const { code, failure } = await init(app, '--yes', '--agent-skill');
		expect([code, failure().error.details['skill']]).toMatchObject([2, { state: 'create' }]);
		const guide = join(app, '.agents/skills/feedback/references/install-nuxt.md');
		expect(readFileSync(guide, 'utf8')).toContain('defineNuxtPlugin');
		expect((await init(app, '--undo')).code).toBe(0);
		expect(readFolder(app)).toEqual(before);
	});

	it('gets steps with its site ID, and is not changed when it starts the SDK', async () => {
		const app = makeApp(nuxt);
		const { failure } = await init(app, '--yes', '--site', service.state.site);
		const { details } = failure().error;
		expect(details['snippet']).toContain('site_demo000000');
		expect(existsSync(join(app, 'feedback.json'))).toBe(true);
		mkdirSync(join(app, 'app/plugins'), { recursive: true });
		writeFileSync(join(app, 'app/plugins/feedback.client.ts'), String(details['snippet']));
		const { data } = await init(app, '--yes', '--skip-install');
		expect(data<Result>()).toMatchObject({
			existing: 'app/plugins/feedback.client.ts',
			framework: { id: 'nuxt' },
			site: { site_id: 'site_demo000000' },
		});
	});
});

describe('a workspace with an app that the wizard does not edit', () => {
	const files: Files = {
		'package.json': json({ name: 'shops', private: true, workspaces: ['apps/*', 'packages/*'] }),
		'apps/site/package.json': manifest({ nuxt: '4.5.0' }),
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
		expect(error.details['apps']).toEqual(['apps/admin', 'apps/site']);
		expect(error.message).toContain('apps/admin (React with Vite 8.0.0), apps/site (Nuxt 4.5.0)');
		expect(error.hint).toContain('--app');
		expect(readFolder(app)).toEqual(before);
	});

	it('uses the named one', async () => {
		const app = makeApp(files);
		const given = ['--yes', '--skip-install', '--site-id', 'site_demo000000'];
		const { data } = await init(app, ...given, '--app', 'apps/admin');
		expect(data<Result>().state).toBe('installed');
		const { failure } = await init(app, ...given, '--app', 'apps/site');
		expect(failure().error.message).toContain('Nuxt');
	});
});
