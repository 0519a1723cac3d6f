// A repository can be another person's: its symbolic links may lead anywhere on the machine.
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

import { Failure } from '../../src/failure.ts';
import { fixtures, makeFolder } from './fixtures.ts';
import * as pageApps from './page-apps.ts';
import { createMachine, given, readFolder } from './run-init.ts';
import * as serverApps from './server-apps.ts';

const secret = 'SECRET of another project';

/** An app in which a path is a link to outside. */
function makeLinked(path: string, target: Record<string, string>, to = '') {
	const outside = makeFolder(target);
	const app = makeFolder({ ...fixtures['vite-plain']!.files, '.git/HEAD': '' });
	const link = join(app, path);
	rmSync(link, { force: true });
	mkdirSync(dirname(link), { recursive: true });
	symlinkSync(join(outside, to), link);
	return { app, outside };
}

const files: [string, string][] = [
	['main.js', `run('${secret}');\n`],
	[
		'index.html',
		`<!doctype html><head></head><script type="module" src="/main.js">${secret}</script>`,
	],
	['package.json', JSON.stringify({ name: secret, dependencies: { vite: '7' } })],
	['feedback.json', JSON.stringify({ site: crypto.randomUUID(), note: secret })],
];

it.each(files)('%s that is a link to outside is neither read nor written', async (path, text) => {
	const { app, outside } = makeLinked(path, { file: text }, 'file');
	const before = readFolder(outside);
	const { run } = createMachine();
	const failure = await run(app, { yes: true, skip_install: true, site_id: undefined }, true).catch(
		(error: unknown) => error,
	);
	expect(failure).toMatchObject({ code: 'unwritable_file' });
	expect(String(failure)).not.toContain(secret);
	await run(app, given).catch(() => undefined);
	expect(readFolder(outside)).toEqual(before);
});

const layouts: [string, Record<string, string>, string][] = [
	['rails', serverApps.rails, 'app/views/layouts/application.html.erb'],
	['laravel', serverApps.laravel, 'resources/views/layouts/app.blade.php'],
	['phoenix', serverApps.phoenix, 'lib/shop_web/components/layouts/root.html.heex'],
	['wordpress', serverApps.wordpress, 'header.php'],
	['wordpress blocks', serverApps.wordpressBlocks, 'functions.php'],
	['qwik', pageApps.qwik, 'src/root.tsx'],
	['expo', pageApps.expo, 'app/_layout.tsx'],
	['electron', pageApps.electronPlain, 'index.html'],
];

it.each(layouts)(
	'the layout of %s is not written through a link to outside',
	async (_, all, path) => {
		const app = makeFolder({ ...all, '.git/HEAD': '' });
		const outside = makeFolder({ file: readFileSync(join(app, path), 'utf8') + secret });
		rmSync(join(app, path));
		symlinkSync(join(outside, 'file'), join(app, path));
		const before = [readFolder(app), readFolder(outside)];
		const failure = await createMachine()
			.run(app, given)
			.catch((error: unknown) => error);
		// A layout at no fixed path is not found.
		expect(failure).toMatchObject(
			failure instanceof Failure ? { code: 'unwritable_file' } : { state: 'by_hand', files: [] },
		);
		expect(JSON.stringify(failure)).not.toContain(secret);
		expect([readFolder(app), readFolder(outside)]).toEqual(before);
	},
);

it.each(['src', 'app', 'app/views'])(
	'a folder that is a link to outside is not entered: %s',
	async (path) => {
		const all = { ...serverApps.rails, ...pageApps.astro };
		const inner = Object.entries(all).filter(([name]) => name.startsWith(`${path}/`));
		const kept = Object.entries(all).filter(([name]) => !name.startsWith(`${path}/`));
		const app = makeFolder({ ...Object.fromEntries(kept), '.git/HEAD': '', 'app/kept': '' });
		const outside = makeFolder(
			Object.fromEntries(inner.map(([name, text]) => [name.slice(path.length + 1), text])),
		);
		rmSync(join(app, path), { recursive: true, force: true });
		symlinkSync(outside, join(app, path));
		const before = readFolder(outside);
		await createMachine()
			.run(app, given)
			.catch(() => undefined);
		expect(readFolder(outside)).toEqual(before);
	},
);

it('a link to nothing is not written through', async () => {
	const { app, outside } = makeLinked('feedback.json', {}, 'new.json');
	await createMachine()
		.run(app, given)
		.catch(() => undefined);
	expect(readFolder(outside)).toEqual({});
});

it.each(['.agents', '.agents/skills', '.agents/skills/feedback'])(
	'the skill is not written through %s',
	async (path) => {
		const { app, outside } = makeLinked(path, { 'kept.md': secret });
		const { skill } = await createMachine().run(app, { ...given, agent_skill: true });
		expect(skill).toMatchObject({ state: 'kept' });
		expect(Object.keys(readFolder(outside))).toEqual(['kept.md']);
	},
);

it('the skill is not linked through .claude', async () => {
	const { app, outside } = makeLinked('.claude', { 'kept.md': secret });
	await createMachine().run(app, { ...given, agent_skill: true });
	expect(Object.keys(readFolder(outside))).toEqual(['kept.md']);
});

it('a link in the place of a draft is replaced, not written through', async () => {
	const { app, outside } = makeLinked('.main.js.feedback-draft', { file: secret }, 'file');
	await createMachine().run(app, given);
	expect(readFileSync(join(app, 'main.js'), 'utf8')).toContain('Feedback.init');
	expect(readFileSync(join(outside, 'file'), 'utf8')).toBe(secret);
});

it('links within the repository are followed', async () => {
	const app = makeFolder({ ...fixtures['vite-plain']!.files, '.git/HEAD': '' });
	rmSync(join(app, 'main.js'));
	writeFileSync(join(app, 'shared.js'), 'run();\n');
	symlinkSync('shared.js', join(app, 'main.js'));
	await createMachine().run(app, given);
	expect(readFileSync(join(app, 'shared.js'), 'utf8')).toContain('Feedback.init');
});
