import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { frameworks } from '../../src/init/frameworks.ts';
import { fixtures, makeFolder } from './fixtures.ts';
import type { Files } from './fixtures.ts';
import { createMachine, given, readFolder } from './run-init.ts';

const names = Object.keys(fixtures);
const edited = names.filter((name) => fixtures[name]!.entry);
const { run } = createMachine();

const toWindows = (text: string) => text.replaceAll('\n', '\r\n');

function mapFiles(files: Files, change: (text: string, path: string) => string): Files {
	return Object.fromEntries(
		Object.entries(files).map(([path, text]) => [path, change(text, path)]),
	);
}

describe('an app', () => {
	it('of every framework has a fixture', () => {
		const seen = new Set(names.map((name) => fixtures[name]!.framework));
		expect([...seen].toSorted()).toEqual(frameworks.map(({ id }) => id).toSorted());
	});

	it.each(names)('gets the SDK as in its golden file: %s', async (name) => {
		const { framework, files } = fixtures[name]!;
		const folder = makeFolder(files);
		const before = readFolder(folder);
		const planned = await run(folder, given, true);
		expect(planned.framework?.id).toBe(framework);
		expect(readFolder(folder)).toEqual(before);
		const text = [...planned.files.map(({ diff }) => diff), ...planned.notes].join('\n');
		await expect(`${text}\n`).toMatchFileSnapshot(`golden/${name}.diff`);
	});

	it.each(names)('is not changed by a second run, and is restored by --undo: %s', async (name) => {
		const folder = makeFolder(fixtures[name]!.files);
		const before = readFolder(folder);
		expect((await run(folder, given)).state).toBe('installed');
		const after = readFolder(folder);
		expect(after).not.toEqual(before);
		expect(await run(folder, given)).toMatchObject({ state: 'unchanged', files: [] });
		expect(readFolder(folder)).toEqual(after);
		await run(folder, { undo: true });
		expect(readFolder(folder)).toEqual(before);
	});
});

describe('the bytes of a file that is edited', () => {
	it.each(edited)('keep their line breaks: %s', async (name) => {
		const { files, entry } = fixtures[name]!;
		const [plain, windows] = [makeFolder(files), makeFolder(mapFiles(files, toWindows))];
		await run(plain, given);
		await run(windows, given);
		for (const path of Object.keys(readFolder(plain)).filter((path) => /\.\w+$/.test(path))) {
			if (path === 'package.json') continue;
			const expected = toWindows(readFileSync(join(plain, path), 'utf8'));
			expect(readFileSync(join(windows, path), 'utf8'), `${path} beside ${entry}`).toBe(expected);
		}
		const before = mapFiles(files, toWindows);
		await run(windows, { undo: true });
		expect(readFileSync(join(windows, entry!), 'utf8')).toBe(before[entry!]);
	});

	it.each(edited)('keep their byte order mark: %s', async (name) => {
		const { files } = fixtures[name]!;
		const marked = makeFolder(
			mapFiles(files, (text, path) => `${/\.json$/.test(path) ? '' : '\ufeff'}${text}`),
		);
		const plain = makeFolder(files);
		const result = await run(marked, given);
		await run(plain, given);
		for (const { path, change } of result.files) {
			const expected = readFileSync(join(plain, path), 'utf8');
			const mark = change === 'edit' ? '\ufeff' : '';
			expect(readFileSync(join(marked, path), 'utf8')).toBe(`${mark}${expected}`);
		}
	});

	it.each(edited)(
		'only gain: without what was put in, they are what they were: %s',
		async (name) => {
			const { files } = fixtures[name]!;
			const folder = makeFolder(files);
			const result = await run(folder, given, true);
			for (const { diff } of result.files) {
				const removed = diff!.split('\n').filter((line) => /^-(?!--)/.test(line));
				expect(removed.map((line) => line.slice(1)).every((line) => /<body/.test(line))).toBe(true);
			}
		},
	);
});

describe('an app that already starts the SDK', () => {
	it.each(names)('is not changed, no matter where it starts the SDK: %s', async (name) => {
		const call = `import { Feedback as Ask } from '@feedback/sdk';\n\nAsk.init({ siteId: 'site_mine' });\n`;
		const folder = makeFolder({ ...fixtures[name]!.files, 'lib/start.ts': call });
		const result = await run(folder, given);
		expect(result).toMatchObject({ state: 'unchanged', existing: 'lib/start.ts', files: [] });
	});

	it('is not changed if it uses a script tag', async () => {
		const tag = '<script src="https://x.example/sdk/feedback.js"></script>';
		const folder = makeFolder({ 'index.html': `<!doctype html><head>${tag}</head>` });
		expect((await run(folder, given)).existing).toBe('index.html');
	});
});

describe('an app that is not recognised', () => {
	const vite = { 'package.json': '{"devDependencies":{"vite":"8"}}' };
	const cases: Record<string, Files> = {
		'an empty folder': { 'readme.md': '' },
		'a framework that the wizard does not know': {
			'package.json': '{"dependencies":{"@angular/core":"20"}}',
			'index.html': '<head></head>',
		},
		'a page with two modules': {
			...vite,
			'index.html':
				'<script type="module" src="a.js"></script><script type="module" src="b.js"></script>',
			'a.js': '',
			'b.js': '',
		},
		'a module that does not parse': {
			...vite,
			'index.html': '<script type="module" src="a.js"></script>',
			'a.js': 'import {',
		},
		'a file that is not UTF-8': { 'index.html': '' },
		'a version of Next.js that nobody knows': {
			'package.json': '{"dependencies":{"next":"catalog:"}}',
		},
		'a layout without a body': {
			'package.json': '{"dependencies":{"next":"14"}}',
			'app/layout.js': 'export default ({ children }) => children;\n',
		},
		'hooks of SvelteKit in another place': {
			'package.json': '{"dependencies":{"@sveltejs/kit":"2"}}',
			'svelte.config.js': 'export default { kit: { files: { hooks: { client: "x" } } } };\n',
		},
	};

	it.each(Object.keys(cases))('gets the snippet without changes to the app: %s', async (name) => {
		const folder = makeFolder(cases[name]!);
		if (name === 'a file that is not UTF-8') {
			writeFileSync(join(folder, 'index.html'), Buffer.from('<head>\xe9</head>', 'latin1'));
		}
		const before = readFolder(folder);
		const result = await run(folder, given).catch((error: unknown) => error);
		const code = expect.stringContaining('Feedback.init({') as string;
		expect(result).toMatchObject(
			result instanceof Error
				? { code: 'unrecognised_app', exitCode: 2, details: { code } }
				: { state: 'by_hand', by_hand: { code } },
		);
		expect(readFolder(folder)).toEqual(before);
	});
});
