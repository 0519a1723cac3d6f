import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { examplePrompt } from '@feedback/contract';

import { registry } from '../src/registry.ts';
import { createPaint } from '../src/output/paint.ts';
import { readCommandLine } from '../src/program.ts';
import { parseOptions } from '../src/options.ts';
import { onTerminal } from './on-terminal.ts';
import { promptText } from './prompt-text.ts';
import { createPerson } from './run.ts';
import type { Person } from './run.ts';
import { addGrant, addPrompt } from './service/state.ts';
import { useService } from './service/use-service.ts';

const service = await useService();
let person: Person;
beforeEach(() => {
	person = createPerson(service, 'fbt_good');
	writeFileSync(join(person.home, 'prompt.yaml'), promptText);
});

describe('on a terminal, a command', () => {
	it('asks for the site, and continues with it', async () => {
		addGrant(service.state, 'site:create');
		await person.run(['site', 'create', '--name', 'Second']);
		const { code, shown } = await onTerminal(
			person,
			['prompt', 'list'],
			[{ when: /Which site/, keys: '\r' }],
		);
		expect(code).toBe(0);
		expect(shown).toContain('There are no prompts yet.');
	});

	it('offers to wait for an approval', async () => {
		service.state.person_decides = 'approve';
		const { code, shown } = await onTerminal(
			person,
			['prompt', 'create', '--file', 'prompt.yaml'],
			[{ when: /wait for the approval/, keys: 'y' }],
			{ BROWSER: 'true' },
		);
		expect(shown).toContain('Created the draft "Ease"');
		expect(code).toBe(0);
	});

	it('treats Ctrl-C at a question as an interruption', async () => {
		addGrant(service.state, 'prompt:publish');
		const { id } = addPrompt(service.state, examplePrompt);
		const { code } = await onTerminal(
			person,
			['prompt', 'archive', id],
			[{ when: /Archive the prompt/, keys: '\u0003' }],
		);
		expect(code).toBe(130);
		expect(service.state.prompts[0]!.state).toBe('published');
	});

	it.each([['--no-input'], ['--json']])('does not ask with %s', async (flag) => {
		addGrant(service.state, 'prompt:publish');
		const { id } = addPrompt(service.state, examplePrompt);
		const { code, shown } = await onTerminal(person, ['prompt', 'archive', id, flag], []);
		expect(code).toBe(0);
		expect(shown).not.toContain('Archive the prompt');
	});

	it('uses colours, unless they are turned off', async () => {
		addPrompt(service.state, examplePrompt);
		const painted = async (argv: string[], env = {}) =>
			(await onTerminal(person, ['prompt', 'list', ...argv], [], env)).shown.includes('\u001b[');
		expect(await painted([])).toBe(true);
		expect(await painted(['--no-color'])).toBe(false);
		expect(await painted([], { NO_COLOR: '1' })).toBe(false);
		expect(await painted([], { TERM: 'dumb' })).toBe(false);
	});
});

describe('help', () => {
	const readHelp = async (argv: string[]) => {
		const outcome = await readCommandLine(argv, createPaint({}, {}));
		if (!('help' in outcome)) throw new Error(`${argv.join(' ')} shows no help.`);
		return outcome.help;
	};

	it('is printed on stdout', async () => {
		const argv = ['prompt', 'create', '--help'];
		const { stdout, code } = await person.run(argv);
		expect([code, stdout.trim()]).toEqual([0, (await readHelp(argv)).trim()]);
	});

	it.each(registry.map(({ name }) => name))(
		'of "%s" teaches by examples that work',
		async (name) => {
			const help = await readHelp([...name.split(' '), '--help']);
			expect(help).toContain('Examples');
			const { examples, summary } = await registry.find((entry) => entry.name === name)!.load();
			expect(help).toMatch(new RegExp(`^${summary}\n`));
			expect(registry.find((entry) => entry.name === name)!.summary).toBe(summary);
			for (const { line } of examples) {
				expect(help).toContain(`feedback ${line}`);
				const words = line.replace(/ [|>].*$/, '').match(/"[^"]*"|'[^']*'|\S+/g)!;
				const argv = words.map((word) =>
					word
						.replace(/^(["'])(.*)\1$/, '$2')
						.replace(
							/<(workspace|site|prompt|event|request|grant|destination|message|deletion|response|screenshot)_uuid>/,
							'00000000-0000-4000-8000-000000000001',
						),
				);
				const outcome = await readCommandLine(argv, createPaint({}, {}));
				if (!('parsed' in outcome)) throw new Error(`${line} is not a command.`);
				expect(outcome.parsed.command.name).toBe(name);
				expect(() => parseOptions(outcome.parsed.command, outcome.parsed.values)).not.toThrow();
			}
		},
	);

	it.each([[[]], [['--help']], [['help']]])(
		'of the command itself lists every command: %j',
		async (argv) => {
			const { stdout, code } = await person.run(argv);
			expect(code).toBe(0);
			for (const { name, summary } of registry)
				expect(stdout).toMatch(new RegExp(`${name} +${summary}`));
		},
	);

	it.each([[['prompt']], [['prompt', '--help']], [['help', 'prompt']]])(
		'of a noun lists its verbs: %j',
		async (argv) => {
			const { stdout, code } = await person.run(argv);
			expect(code).toBe(0);
			expect(stdout).toContain('prompt publish');
			expect(stdout).not.toContain('site create');
		},
	);

	it('with --json is one object too', async () => {
		const { data } = await person.run(['prompt', 'create', '--help', '--json']);
		expect(data<{ help: string }>().help).toContain('feedback prompt create --file');
		expect((await person.spawn(['--version', '--json'])).data()).toEqual({ version: '0.4.0' });
	});
});
