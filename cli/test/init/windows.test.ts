// What the wizard would do on Windows: paths with a drive and backslashes, and the command line for its shell.
import { spawnSync } from 'node:child_process';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { rounds } from '../../../testing/thorough.ts';
import { writeWindowsLine } from '../../src/init/windows-line.ts';

const home = 'C:\\Users\\Jane Doe';
const source = (path: string) => new URL(`../../src/${path}`, import.meta.url).href;

/** Evaluates code in a process in which the wizard has the paths of Windows. */
function onWindows(code: string): unknown {
	const program = `
		import { registerHooks } from 'node:module';
		registerHooks({
			resolve: (name, context, next) =>
				next(name === 'node:path' ? 'node:path/win32' : name, context),
		});
		const { flagOf, shorten } = await import('${source('init/find-apps.ts')}');
		const { expectPackage } = await import('${source('init/package-source.ts')}');
		const home = ${JSON.stringify(home)};
		console.log(JSON.stringify(${code}));`;
	const argv = ['--input-type=module', '--eval', program];
	const { stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
	if (stdout === '') throw new Error(stderr);
	return JSON.parse(stdout);
}

describe('a path of Windows', () => {
	it('is shown with forward slashes', () => {
		const shown = onWindows(`[
			shorten(home + '\\\\shop\\\\apps\\\\my web', home + '\\\\shop'),
			...flagOf({ root: home + '\\\\shop\\\\apps\\\\web' }, home + '\\\\shop\\\\docs'),
		]`);
		expect(shown).toEqual(['apps/my web', '--app', '../apps/web']);
	});

	it('names a packed SDK', () => {
		const settings = {
			api_url: { value: 'https://x.example' },
			docs_url: { value: 'https://x.example' },
		};
		const spec = onWindows(
			`expectPackage({ sdk: home + '\\\\sdk.tgz', cwd: home }, ${JSON.stringify(settings)}).spec`,
		);
		expect(spec).toBe(`${home}\\sdk.tgz`);
	});
});

/** The words that a program gets, by the rules of the C runtime of Windows. */
function readWindowsLine(line: string): string[] {
	const words: string[] = [];
	let word: string | undefined;
	let quoted = false;
	for (let at = 0; at < line.length; at += 1) {
		const [slashes = ''] = /^\\*(?=")/.exec(line.slice(at)) ?? [];
		const next = line[at + slashes.length];
		if (slashes !== '' && next === '"') {
			word = (word ?? '') + '\\'.repeat(Math.floor(slashes.length / 2));
			at += slashes.length;
			if (slashes.length % 2 === 1) word += '"';
			else quoted = !quoted;
		} else if (line[at] === '"') {
			word ??= '';
			quoted = !quoted;
		} else if (line[at] === ' ' && !quoted) {
			if (word !== undefined) words.push(word);
			word = undefined;
		} else word = (word ?? '') + line[at]!;
	}
	return word === undefined ? words : [...words, word];
}

describe('a command line of Windows', () => {
	it('quotes what its shell would change', () => {
		expect(writeWindowsLine(['npm', 'i', '@feedback/sdk@^0.4.0'])).toBe(
			'npm i "@feedback/sdk@^0.4.0"',
		);
		expect(writeWindowsLine(['pnpm', 'add', `${home}\\a & b\\`])).toBe(
			'pnpm add "C:\\Users\\Jane Doe\\a & b\\\\"',
		);
	});

	it('gives a program its words as they are', () => {
		const word = fc.string({ unit: fc.constantFrom('a', ' ', '\\', '"', '^', '&', '(', '/') });
		fc.assert(
			fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (argv) => {
				expect(readWindowsLine(writeWindowsLine(argv))).toEqual(argv);
			}),
			{ numRuns: rounds(300, 3_000) },
		);
	});

	it('has no character of the shell outside of quotes', () => {
		// Paths of Windows have no quotes.
		const word = fc.string({ unit: fc.constantFrom('a', ' ', '\\', '^', '&', '|', '<', '>', '(') });
		fc.assert(
			fc.property(word, (text) => {
				const outside = writeWindowsLine([text]).replaceAll(/"[^"]*"/g, '');
				expect(outside).not.toMatch(/[\^&|<>()]/);
			}),
		);
	});
});
