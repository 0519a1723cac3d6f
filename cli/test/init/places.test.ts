import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { chooseApp } from '../../src/init/choose-app.ts';
import { openApp } from '../../src/init/app.ts';
import { findTop, shorten } from '../../src/init/find-apps.ts';
import { findPackageManager } from '../../src/init/package-manager.ts';
import { fixtures, makeFolder } from './fixtures.ts';
import type { Files } from './fixtures.ts';
import { createMachine, given, readFolder } from './run-init.ts';
import { django } from './server-apps.ts';

function within(folder: string, files: Files): Files {
	return Object.fromEntries(
		Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]),
	);
}

const workspace: Files = {
	'package.json': '{ "workspaces": ["apps/*", "!apps/old", "tools/**"] }\n',
	'packages/other/package.json': '{ "dependencies": { "vite": "8" } }\n',
	'packages/other/index.html': '<head></head>',
	...within('apps/web', fixtures['vite-react']!.files),
	...within('apps/old', fixtures['vite-vue']!.files),
	...within('tools/deep/admin', fixtures['sveltekit-ts']!.files),
};

const choose = (cwd: string, app?: string) => chooseApp({ cwd, given: app, ask: undefined });

describe('in a workspace', () => {
	it('with several apps, all are listed and one must be chosen', async () => {
		const folder = makeFolder(workspace);
		await expect(choose(folder)).rejects.toMatchObject({
			code: 'usage',
			details: { apps: ['apps/web', 'tools/deep/admin'] },
		});
		expect((await choose(folder, 'apps/old'))?.root).toBe(join(folder, 'apps/old'));
	});

	it('the only app is found from the root, and an app from its own folders', async () => {
		const folder = makeFolder({
			...workspace,
			'package.json': '{ "workspaces": { "packages": ["apps/w*"] } }',
		});
		expect((await choose(folder))?.root).toBe(join(folder, 'apps/web'));
		expect((await choose(join(folder, 'apps/web/src')))?.root).toBe(join(folder, 'apps/web'));
	});

	it('finds the apps in pnpm-workspace.yaml', async () => {
		const { 'package.json': _, ...files } = workspace;
		const pnpm = 'packages:\n  - "apps/web"\n';
		const folder = makeFolder({ ...files, 'package.json': '{}', 'pnpm-workspace.yaml': pnpm });
		expect((await choose(folder))?.root).toBe(join(folder, 'apps/web'));
	});

	it('an app is changed within its folder, and the skill is installed at the root', async () => {
		const { run } = createMachine();
		const folder = makeFolder(workspace);
		const app = join(folder, 'apps/web');
		expect(findTop(app)).toBe(folder);
		const before = readFolder(folder);
		const result = await run(app, { ...given, agent_skill: true });
		expect(result.framework?.id).toBe('vite-react');
		expect(existsSync(join(folder, '.agents/skills/feedback/SKILL.md'))).toBe(true);
		await run(app, { undo: true });
		expect(readFolder(folder)).toEqual(before);
	});
});

describe('in a repository with apps of several languages', () => {
	const repository: Files = {
		'.git/HEAD': '',
		'package.json': '{ "private": true }\n',
		...within('services/shop', django),
		'services/shop/orders/views.py': '',
		'docs/index.html': '<head></head>',
		'docs/style.css': 'body {}\n',
	};

	it('an app without a workspace is found from the root, and from its own folders', async () => {
		const folder = makeFolder(repository);
		const root = join(folder, 'services/shop');
		expect((await choose(folder))?.root).toBe(root);
		expect((await choose(join(root, 'orders')))?.root).toBe(root);
	});

	it('one must be chosen', async () => {
		const folder = makeFolder({ ...repository, ...within('web', fixtures['vite-react']!.files) });
		await expect(choose(folder)).rejects.toMatchObject({
			details: { apps: ['services/shop', 'web'] },
		});
	});
});

describe('the package manager', () => {
	it.each([
		['package-lock.json', ['npm', 'i', 'x']],
		['pnpm-lock.yaml', ['pnpm', 'add', 'x']],
		['yarn.lock', ['yarn', 'add', 'x']],
		['bun.lock', ['bun', 'add', 'x']],
	])('is detected by %s at the root', async (lockfile, command) => {
		const folder = makeFolder({ ...workspace, [lockfile]: '' });
		const manager = await findPackageManager(join(folder, 'apps/web'), folder);
		expect(manager.add('x')).toEqual(command);
		expect(manager.files).toContain(join(folder, lockfile));
	});

	it('is npm by default', async () => {
		const folder = makeFolder({ 'package.json': '{}' });
		expect((await findPackageManager(folder, folder)).name).toBe('npm');
	});
});

describe('the agent skill', () => {
	const files = fixtures['vite-plain']!.files;
	const skill = { ...given, agent_skill: true };

	it('is installed only when it is accepted', async () => {
		const { run } = createMachine();
		const folder = makeFolder(files);
		await run(folder, given);
		expect(existsSync(join(folder, '.agents'))).toBe(false);
		const { skill: added, state } = await run(folder, skill);
		expect([state, added?.state]).toEqual(['installed', 'create']);
		expect(await run(folder, skill)).toMatchObject({
			state: 'unchanged',
			skill: { state: 'present' },
		});
	});

	it('never replaces a skill that the command did not install', async () => {
		const { run } = createMachine();
		const own = { '.agents/skills/feedback/SKILL.md': '---\nname: feedback\n---\nOurs.\n' };
		const folder = makeFolder({ ...files, ...own });
		const result = await run(folder, skill);
		expect(result.skill?.state).toBe('kept');
		expect(result.notes.join()).toContain('it is left unchanged');
		expect(readFileSync(join(folder, '.agents/skills/feedback/SKILL.md'), 'utf8')).toBe(
			Object.values(own)[0],
		);
	});

	it('never replaces a changed skill, and updates an unchanged one', async () => {
		const { run } = createMachine();
		const folder = makeFolder(files);
		await run(folder, skill);
		const path = join(folder, '.agents/skills/feedback/references/sdk-methods.md');
		const text = readFileSync(path, 'utf8');
		writeFileSync(path, `${text}\nOurs.\n`);
		expect((await run(folder, skill)).skill?.state).toBe('kept');
		expect(readFileSync(path, 'utf8')).toContain('Ours.');
		rmSync(join(folder, '.agents'), { recursive: true });
		expect((await run(folder, skill)).skill?.state).toBe('create');
		expect(readFileSync(path, 'utf8')).toBe(text);
	});

	it('is linked into the folder of Claude Code, unless it has one', async () => {
		const { run } = createMachine();
		const folder = makeFolder(files);
		mkdirSync(join(folder, '.claude'));
		await run(folder, skill);
		expect(readlinkSync(join(folder, '.claude/skills/feedback'))).toBe(
			'../../.agents/skills/feedback',
		);
		expect(existsSync(join(folder, '.claude/skills/feedback/SKILL.md'))).toBe(true);

		const other = makeFolder({ ...files, '.claude/skills/feedback/SKILL.md': 'Ours.' });
		await run(other, skill);
		expect(readFileSync(join(other, '.claude/skills/feedback/SKILL.md'), 'utf8')).toBe('Ours.');
	});
});

describe('a shortened path', () => {
	it('is "." for the folder itself', () => {
		const { root } = openApp(makeFolder({ a: '' }));
		expect(shorten(root, root)).toBe('.');
		expect(shorten(join(root, 'x/y'), root)).toBe('x/y');
	});
});
