import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

import {
	backendEventSchema,
	backendIdentitySchema,
	backendRequestSchema,
	eventTypeNames,
	parseInput,
	promptSchema,
	type EventType,
} from '@feedback/contract';
import type { BackendResponse } from '@feedback/contract/wire';
import { writeScriptTags } from '@feedback/contract/script-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';

import { configSchema } from '../../server/config/config-schema.ts';
import { defaultConfigFile } from '../../server/config/read-config.ts';
import { readExamples } from './content-files.ts';
import { compileScripts } from './examples/compile.ts';
import { importsNext, scriptsOf } from './examples/scripts-of.ts';
import { parseServerLine } from './server-commands.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const examples = await readExamples();

describe('the examples in code', () => {
	it('are in languages that a test parses or runs', () => {
		const languages = new Set(examples.map(({ language }) => language));
		expect([...languages].toSorted()).toEqual(known.toSorted());
	});

	describe('compiled as TypeScript', () => {
		const wrong = [
			['ts', "import { Feedback } from '@feedback/sdk';\nFeedback.evnt('a');"],
			['ts', "Feedback.event('a');"],
			['js', "import { Feedback } from '@feedback/sdk/headless';\nFeedback.init({ siteId: 'a' });"],
			['vue', '<script setup lang="ts">\nFeedback.event("a");\n</script>'],
			['html', '<button onclick="Feedback.evnt()">Export</button>'],
			['html', "<script>Feedback.init({ siteID: 'a' });</script>"],
		] as const;
		// Scripts for Next.js are compiled in its rehearsal, where it is installed.
		const right = examples.flatMap(scriptsOf).filter((script) => !importsNext(script));
		let issues: string[];

		// Compile everything in one run, so that the SDK and the frameworks are loaded once.
		beforeAll(() => {
			const mistaken = wrong.flatMap(([language, code], index) =>
				scriptsOf({ place: `wrong ${index}`, language, title: '', code }),
			);
			issues = compileScripts([...right, ...mistaken]);
		});

		it('are valid against the SDK and their frameworks', () => {
			expect(right.length).toBeGreaterThan(60);
			expect(issues.filter((issue) => !issue.startsWith('wrong '))).toEqual([]);
		});

		it('produce errors if they are wrong', () => {
			const places = issues.map((issue) => issue.split(',')[0]);
			expect(places.toSorted()).toEqual(wrong.map((_, index) => `wrong ${index}`));
		});
	});

	const pages = examples.filter(({ language }) => language === 'html');

	it('put the script into a page as the wizard and the dashboard do', () => {
		const starting = pages.filter(({ code }) => code.includes('Feedback.init('));
		expect(starting.length).toBe(2);
		for (const { code } of starting) {
			const calls = code.match(/Feedback\.init\(.*/g)!;
			const [address] = /http[^"]*/.exec(code)!;
			expect(code).toContain(writeScriptTags(address, calls).join('\n'));
		}
		for (const { code } of pages) expect(code).not.toMatch(/<script\s+src=/);
	});

	it('load the script from the service’s URL', () => {
		const sources = pages.flatMap(({ code }) =>
			[...code.matchAll(/<script\s[^>]*src="([^"]*)"/g)].map(([, source]) => source),
		);
		expect(new Set(sources)).toEqual(
			new Set(['http://127.0.0.1:54321/functions/v1/sdk/feedback.js']),
		);
	});
});

describe('the examples of styles', () => {
	const styles = examples.filter(({ language }) => language === 'css');
	const find = (text: string, pattern: RegExp) =>
		new Set([...text.matchAll(pattern)].map(([, name]) => name!));

	it('set only properties and parts that a prompt has, all of which the page lists', async () => {
		const sheet = await readFile(`${root}sdk/src/ui/prompt.css`, 'utf8');
		const files = await readdir(`${root}sdk/src/ui`, { recursive: true });
		const sources = await Promise.all(
			files
				.filter((name) => name.endsWith('.ts'))
				.map((name) => readFile(`${root}sdk/src/ui/${name}`, 'utf8')),
		);
		const properties = find(sheet, /var\((--feedback-[a-z-]+)/g);
		const page = await readFile(`${root}content/prompts/appearance.mdx`, 'utf8');
		expect(find(page, /^\| `(--feedback-[a-z-]+)`/gm)).toEqual(properties);
		for (const { code } of styles) {
			for (const name of find(code, /(--feedback-[a-z-]+)/g)) expect(properties).toContain(name);
			for (const part of find(code, /::part\(([a-z]+)\)/g)) {
				expect(sources.join('\n')).toContain(`'${part}'`);
			}
		}
		expect(styles.length).toBeGreaterThan(1);
	});
});

describe('the examples in YAML', () => {
	const yaml = examples.filter(({ language }) => language === 'yaml');

	it.each(yaml.map((example) => [example.place, example] as const))(
		'%s parses, and is a valid prompt if it claims to be one',
		(_place, { code, title }) => {
			const document = parseDocument(code);
			expect(document.errors).toEqual([]);
			if (!title.endsWith('.prompt.yaml')) return;
			expect(() => parseInput(promptSchema, document.toJS())).not.toThrow();
		},
	);

	const configurations = yaml.filter(({ title }) => title === defaultConfigFile);

	it.each(configurations.map((example) => [example.place, example] as const))(
		'%s has settings of the server',
		(_place, { code }) => {
			const { error } = configSchema.safeParse(parseDocument(code).toJS());
			const unknown = error?.issues.filter(({ code: issue }) => issue === 'unrecognized_keys');
			expect(unknown ?? []).toEqual([]);
		},
	);
});

describe('the examples of INI files', () => {
	const files = examples.filter(({ language }) => language === 'ini');

	it.each(files.map((example) => [example.place, example] as const))(
		'%s has only sections and settings',
		(_place, { code }) => {
			const lines = code.split('\n').filter((line) => line.trim() !== '');
			expect(lines.filter((line) => !/^(\[[\w-]+\]|[\w-]+ ?= ?\S.*)$/.test(line))).toEqual([]);
		},
	);
});

describe('the examples for a terminal', () => {
	const lines = examples
		.filter(({ language }) => language === 'sh')
		.flatMap(({ code, place }) =>
			code
				.replaceAll('\\\n', ' ')
				.split('\n')
				.filter((line) => line.trim() !== '' && !line.startsWith('#'))
				.flatMap((line) => line.split(/ (?:&&|\|) /).map((command) => [command, place] as const)),
		);

	it.each(lines)('%s, in %s, is a command that exists', async (line) => {
		const command = line.trim().replace(/^runuser -u \w+ -- /, '');
		// A variable of the shell.
		if (/^\w+="\$\(.*\)\S*"$/.test(command)) return;
		const [program, ...words] = command.split(/\s+/);
		// The command's own tests check its command lines.
		if (program === 'feedback') return;
		if (program === 'feedback-server') return parseServerLine(command);
		expect(programs).toContain(program);
		if (program === 'npx') expect(packagePrograms).toContain(words.slice(0, 2).join(' '));
		if (program === 'npm' && words[0] === 'run') await expectScript(words);
		if (program === 'curl') expectAddress(line);
	});
});

/** Every language of the docs: each is compiled, run, parsed or compared by a test. */
const known = [
	'ts',
	'tsx',
	'js',
	'vue',
	'svelte',
	'astro',
	'html',
	'css',
	'json',
	'yaml',
	'toml',
	'sh',
	'python',
	'ruby',
	'go',
	'php',
	'sql',
	'ini',
	'text',
];

/** Programs that `npx` runs. */
const packagePrograms = [
	'@feedback/cli init',
	'@feedback/cli login',
	'@feedback/cli whoami',
	'supabase secrets',
];

const programs = [
	'npm',
	'npx',
	'pnpm',
	'yarn',
	'bun',
	'curl',
	'openssl',
	'node',
	'esbuild',
	'claude',
	'codex',
	'jq',
	// Programs on a server: Debian's own, and programs from packages that the page names.
	'cp',
	'chown',
	'chmod',
	'echo',
	'install',
	'setpriv',
	'sudo',
	'tar',
	'age',
	'apt-get',
	'systemctl',
	'useradd',
	'scp',
	'docker',
	'du',
	'sort',
	'tail',
	'certbot',
	'psql',
	'pg_dumpall',
	'pg_ctlcluster',
	'pgbackrest',
];

async function expectScript([, script, ...words]: string[]): Promise<void> {
	const at = words.indexOf('-w');
	const folder = at < 0 ? '' : `${words[at + 1]!.replace('@feedback/', '')}/`;
	const manifest = JSON.parse(await readFile(`${root}${folder}package.json`, 'utf8')) as {
		scripts: Record<string, string>;
	};
	expect(Object.keys(manifest.scripts)).toContain(script);
	if (script !== 'bench') return;
	for (const name of words) expect(await readdir(`${root}e2e/bench`)).toContain(`${name}.ts`);
}

function expectAddress(line: string): void {
	const { origin, pathname } = new URL(/https?:[^\s'"]+/.exec(line)![0]);
	expect(['http://127.0.0.1:54321', 'http://127.0.0.1:4321']).toContain(origin);
	if (origin.endsWith(':54321'))
		expect(pathname).toMatch(/^\/functions\/v1\/(sdk|events|manage|oauth|mcp)\b/);
}

describe('the prompt examples', () => {
	const small = {
		survey_id: 'example',
		name: 'Example',
		questions: [{ id: 'mood', type: 'rating', title: 'How is it going?' }],
	};
	const json = examples.filter(({ language }) => language === 'json');
	const parts = json.filter(({ title }) => title === 'part of a prompt');
	const files = json.filter(({ title }) => title.endsWith('.prompt.json'));

	it.each(parts.map((example) => [example.place, example] as const))(
		'%s is part of a valid prompt',
		(_place, { code }) => {
			const part = JSON.parse(code) as object;
			const prompt = parseInput(promptSchema, { ...small, ...part });
			expect(prompt).toMatchObject(part);
		},
	);

	it.each(files.map((example) => [example.place, example] as const))(
		'%s is a valid prompt',
		(_place, { code }) => {
			expect(() => parseInput(promptSchema, JSON.parse(code))).not.toThrow();
		},
	);

	it('show what a backend reports, and the response', () => {
		const find = (title: string) =>
			JSON.parse(json.find((example) => example.title === title)!.code) as BackendResponse;
		const report = parseInput(backendRequestSchema, find('report of a backend'));
		const [event] = report.events!.map((item) => parseInput(backendEventSchema, item));
		const [identity] = report.identify!.map((item) => parseInput(backendIdentitySchema, item));
		expect(find('answer to a backend')).toMatchObject({
			events: [{ id: event!.id }],
			identify: [{ account: identity!.account }],
		});
	});

	it('are all covered by a test', () => {
		expect(parts.length).toBeGreaterThan(20);
		// Tests of the command check its output and its file; tests of the servers and of the worker check the rest.
		const known = [
			'a failed request',
			'a page',
			'answer to a backend',
			'approval',
			'claims of a proof',
			'command_run',
			'condition',
			'condition',
			'condition',
			'error',
			'failure',
			'feedback.json',
			'health of the parts',
			'mcp.json',
			'report of a backend',
			'site settings',
			'site settings',
			'success',
			'the database does not answer',
		];
		const rest = json.filter(
			(example) =>
				!parts.includes(example) &&
				!files.includes(example) &&
				!example.title.startsWith('configuration of ') &&
				!eventTypeNames.includes(example.title as EventType),
		);
		expect(rest.map(({ title }) => title).sort()).toEqual(known);
	});
});

describe('the examples of event proofs', () => {
	type Vectors = {
		keys: { kid: string; alg: string; secret: string }[];
		claims: object;
		good: { name: string; token: string }[];
	};
	let vectors: Vectors;
	let folder: string;
	beforeAll(async () => {
		const text = await readFile(`${root}contract/vectors/event-proofs.json`, 'utf8');
		vectors = JSON.parse(text) as Vectors;
		folder = await mkdtemp(join(tmpdir(), 'feedback-examples-'));
	});
	afterAll(() => rm(folder, { recursive: true, force: true }));

	const source = (title: string) => examples.find((example) => example.title === title)!.code;
	const expected = () => vectors.good.find(({ name }) => name === 'HS256')!.token;

	it('exist in five languages', () => {
		const titles = ['mjs', 'py', 'rb', 'go', 'php'].map((end) =>
			examples.find(
				({ title, place }) => place.startsWith('events/proofs') && title.endsWith(`.${end}`),
			),
		);
		expect(titles).not.toContain(undefined);
	});

	it('in JavaScript create the expected token', async () => {
		const file = join(folder, 'event-proof.mjs');
		await writeFile(file, source('event-proof.mjs'));
		const { eventProof } = (await import(/* @vite-ignore */ file)) as {
			eventProof: (secret: Buffer, keyId: string, claims: object) => string;
		};
		const [key] = vectors.keys;
		const token = eventProof(Buffer.from(key!.secret, 'hex'), key!.kid, vectors.claims);
		expect(token).toBe(expected());
	});

	it('in Python create the expected token', async () => {
		const [key] = vectors.keys;
		const call = `print(event_proof(bytes.fromhex("${key!.secret}"), "${key!.kid}", json.loads(input())))`;
		await writeFile(join(folder, 'proof.py'), `${source('event_proof.py')}\n\n${call}\n`);
		const child = run('python3', [join(folder, 'proof.py')]);
		child.child.stdin!.end(`${JSON.stringify(vectors.claims)}\n`);
		expect((await child).stdout.trim()).toBe(expected());
	});
});
