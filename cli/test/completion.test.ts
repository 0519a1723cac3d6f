import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listWords } from '../src/completion/list-words.ts';
import { shells, writeScript } from '../src/completion/write-script.ts';
import type { Shell } from '../src/completion/write-script.ts';
import { commandGroups, registry } from '../src/registry.ts';
import type { Words } from '../src/completion/words.ts';
import { createPerson } from './run.ts';

let words: Words;
const folder = mkdtempSync(join(tmpdir(), 'feedback-completion-'));

beforeAll(async () => {
	words = await listWords();
});
afterAll(() => rmSync(folder, { recursive: true }));

const has = (program: string) => spawnSync(program, ['--version']).status === 0;

/** What a shell offers at the end of a command line. */
const ask: Partial<Record<Shell, (script: string, line: string) => string[]>> = {
	bash: (script, line) => {
		const list = line.split(' ');
		const program = `source ${script}; COMP_WORDS=(${list.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${list.length - 1}; _feedback; printf '%s\\n' "\${COMPREPLY[@]}"`;
		return toLines(spawnSync('bash', ['--norc', '-c', program]).stdout.toString());
	},
	zsh: (script, line) => {
		const list = line.split(' ');
		const program = `_describe() { print -l -- \${(P)2} }; _files() { }; source ${script}; words=(${list.map((word) => `'${word}'`).join(' ')}); CURRENT=${list.length}; _feedback`;
		const said = spawnSync('zsh', ['-f', '-c', program]).stdout.toString();
		return toLines(said).map((offer) => offer.split(':')[0]!);
	},
	fish: (script, line) => {
		const program = `source ${script}; complete -C '${line}'`;
		const said = spawnSync('fish', ['--no-config', '-c', program]).stdout.toString();
		return toLines(said).map((offer) => offer.split('\t')[0]!);
	},
};

const toLines = (text: string) => text.split('\n').filter(Boolean);

describe.each(shells)('the script for %s', (shell) => {
	it('is printed by the command, and names every command', async () => {
		const person = createPerson({ url: 'http://127.0.0.1:9' });
		const { stdout, code } = await person.run(['completion', shell]);
		expect(code).toBe(0);
		expect(stdout.trim()).toBe(writeScript(shell, words).trim());
		for (const { name } of registry) {
			for (const word of name.split(' ')) expect(stdout).toContain(word);
		}
	});

	it.skipIf(!ask[shell] || !has(shell))('offers what can follow', () => {
		const script = join(folder, shell);
		writeFileSync(script, writeScript(shell, words));
		const offers = (line: string) => ask[shell]!(script, line);
		expect(offers('feedback ')).toEqual(expect.arrayContaining(['init', 'prompt', 'completion']));
		expect(offers('feedback ')).not.toContain('publish');
		expect(offers('feedback prompt ')).toEqual(expect.arrayContaining(['create', 'publish']));
		expect(offers('feedback prompt ')).not.toContain('init');
		const flags = offers('feedback prompt create --');
		expect(flags).toEqual(expect.arrayContaining(['--file', '--site', '--json']));
		expect(flags).not.toContain('--agent-skill');
		expect(offers('feedback prompt create --file x.yaml --')).toContain('--wait');
	});
});

it('refuses another shell, and names those that there are', async () => {
	const person = createPerson({ url: 'http://127.0.0.1:9' });
	const { code, failure } = await person.run(['completion', 'tcsh', '--json']);
	expect(code).toBe(2);
	expect(failure().error.message).toContain('bash, zsh, fish, powershell');
});

it('the help has every command in one group', () => {
	const grouped = Object.values(commandGroups).flat();
	const nouns = new Set(registry.map(({ name }) => name.split(' ')[0]!));
	expect(grouped.toSorted()).toEqual([...nouns].toSorted());
});
