import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

import { failureSchema } from '../src/output/envelope.ts';
import { parseOptions } from '../src/options.ts';
import { createPaint } from '../src/output/paint.ts';
import { readCommandLine } from '../src/program.ts';
import { exitCodeOf } from '../src/failure.ts';
import type { FailureCode } from '../src/failure.ts';
import { readSettings } from '../src/settings/settings.ts';
import { writeCommandsPages } from './commands-page.ts';
import { createPerson } from './run.ts';
import { useService } from './service/use-service.ts';

const content = fileURLToPath(new URL('../../content', import.meta.url));
const read = (page: string) => readFileSync(join(content, page), 'utf8');

/** A page's fenced blocks in one language, keyed by title. */
function blocks(page: string, language: string) {
	const fences = read(page).matchAll(
		new RegExp(`^([ \\t]*)\`\`\`${language}(?: title="([^"]+)")?\n([^]*?)^\\1\`\`\``, 'gm'),
	);
	return [...fences].map(([, , title = '', code = '']) => ({ title, code }));
}
const block = (page: string, language: string, title: string) =>
	blocks(page, language).find((found) => found.title === title)!.code;

const pages = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((name) =>
	name.endsWith('.mdx'),
);
const lines = pages
	.flatMap((page) => ['sh', 'yaml'].flatMap((language) => blocks(page, language)))
	.flatMap(({ code }) => code.split('\n'))
	.map((line) => line.trim().replace(/^- run: /, ''))
	.filter((line) => line.startsWith('feedback '));

const person = createPerson(await useService());

describe('the documentation', () => {
	it('lists every command', async () => {
		for (const { path, text } of await writeCommandsPages(content)) {
			await expect(text).toMatchFileSnapshot(path);
		}
	});

	it.each([...new Set(lines)])('shows valid commands: %s', async (line) => {
		const words = line.replace(/ [|>].*$/, '').match(/"[^"]*"|\S+/g)!;
		const uuid = '00000000-0000-4000-8000-000000000001';
		const argv = words.slice(1).map((word) =>
			word
				.replace(/^"(.*)"$/, '$1')
				.replace(
					/<(workspace|site|prompt|event|request|grant|destination|message|deletion|response|screenshot)_uuid>|^\$PROMPT$/,
					uuid,
				)
				.replace('<integer>', '1')
				.replace('<prompt_file>', 'prompt.yaml'),
		);
		if (argv[0] === '--version') return;
		const outcome = await readCommandLine(argv, createPaint({}, {}));
		if (!('parsed' in outcome)) throw new Error(`${line} asks for help only.`);
		expect(() => parseOptions(outcome.parsed.command, outcome.parsed.values)).not.toThrow();
	});

	it('shows output in the format of the command', () => {
		const page = 'agents/command-line.mdx';
		expect(JSON.parse(block(page, 'json', 'success'))).toMatchObject({ ok: true });
		const failure = failureSchema.parse(JSON.parse(block(page, 'json', 'failure')));
		expect(failure.approval?.id).toBe(failure.error.next[0]!.at(-1));
	});

	it('shows a valid feedback.json', () => {
		const text = block('agents/command-line.mdx', 'json', 'feedback.json');
		writeFileSync(join(person.home, 'feedback.json'), text);
		const settings = readSettings({}, { env: person.env, cwd: person.home });
		expect(settings.site?.source).toContain('feedback.json');
	});

	it('lists the codes of the command with their exit codes', () => {
		const table = read('agents/command-line.mdx').matchAll(
			/^\| ((?:`\w+`,? ?)+) +\| ([\d, ]+)\|/gm,
		);
		const rows = [...table].map(([, codes = '', exits = '']) => ({
			codes: [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => code as FailureCode),
			exits: exits.split(',').map(Number),
		}));
		const documented = rows.flatMap(({ codes }) => codes);
		expect(documented).toContain('usage');
		for (const { codes, exits } of rows) {
			for (const [at, code] of codes.entries()) {
				expect([code, exits[at] ?? exits[0]]).toEqual([code, exitCodeOf(code)]);
			}
		}
		const source = readFileSync(
			fileURLToPath(new URL('../src/failure.ts', import.meta.url)),
			'utf8',
		);
		const own = /const ownCodes = \{([^}]*)\}/.exec(source)![1]!;
		expect(documented.toSorted()).toEqual(
			[...own.matchAll(/^\t(\w+):/gm)].map(([, code]) => code!).toSorted(),
		);
	});

	it('shows a prompt file in YAML, and its errors as the command prints them', async () => {
		const page = 'reference/prompt-file.mdx';
		const file = 'quick-poll.prompt.yaml';
		const good = block(page, 'yaml', file);
		const validate = async (text: string) => {
			writeFileSync(join(person.home, file), text);
			return person.run(['prompt', 'validate', '--file', file]);
		};
		expect((await validate(good)).code).toBe(0);
		const { stderr } = await validate(good.replace('title:', 'titel:'));
		expect(stderr).toContain(block(page, 'text', 'faults'));
		const json = read(page).match(/```json title="quick-poll\.prompt\.json"\n([^]*?)```/)![1]!;
		const propose = (text: string, name: string) => {
			writeFileSync(join(person.home, name), text);
			return person.run(['prompt', 'propose', '--file', name]);
		};
		const [one, other] = [await propose(good, file), await propose(json, 'quick-poll.prompt.json')];
		expect(one.stdout).toBe(other.stdout);
	});
});
