import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { registry } from '../../cli/src/registry.ts';
import { parts } from '../../e2e/prove/parts.ts';
import { createProgram } from '../../server/command/program.ts';
import { root } from '../../server/layout/tree.ts';
import { listFiles } from '../tree.ts';
import type { TreePaths } from './tree-paths.ts';

type Manifest = { name: string; scripts?: Record<string, string> };

export type Commands = {
	/** Resolves to a sentence when the command line runs something that does not exist. */
	check(line: string): string | undefined;
	hasPackage(name: string): boolean;
};

const npmCommands = new Set(['ci', 'install', 'pack', 'publish']);
/** Programs that the tree does not bring. */
const otherPrograms = new Set(['cd', 'deno', 'git', 'sudo']);
/** What `npx` gets from the registry, because only a release needs it. */
const fromRegistry = new Set(['@changesets/cli']);

export function readCommandsOfTree(paths: TreePaths): Commands {
	const manifests = new Map(
		listFiles('package.json', '*/package.json', 'examples/*/package.json').map((path) => [
			path.replace(/\/?package\.json$/, ''),
			JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest,
		]),
	);
	const findPackage = (name: string) =>
		manifests.get(name) ?? [...manifests.values()].find((manifest) => manifest.name === name);

	const checkScript = (script: string, args: readonly string[]): string | undefined => {
		const workspace = args[args.indexOf('-w') + 1];
		const manifest = findPackage(args.includes('-w') ? (workspace ?? '') : '');
		if (!manifest) return `there is no workspace ${workspace}.`;
		if (!manifest.scripts?.[script]) return `${manifest.name} has no npm script “${script}”.`;
		const names = listNames(script);
		return names && args.filter(isName).find((arg) => !names.includes(arg))
			? `\`npm run ${script}\` knows no “${args.filter(isName).join(' ')}”.`
			: undefined;
	};
	const checkNpm = ([command = '', ...args]: readonly string[]): string | undefined => {
		if (command === 'run') return checkScript(args[0] ?? '', args.slice(1));
		if (command === 'test') return checkScript(command, []) ?? checkFilters(args);
		if (command === 'start') return checkScript(command, []);
		return npmCommands.has(command) ? undefined : `npm has no command “${command}”.`;
	};
	const checkNpx = ([program = '', ...args]: readonly string[]): string | undefined => {
		if (program === 'vitest') return checkPaths(args.slice(1));
		const isTarball = URL.canParse(program);
		if (isTarball || fromRegistry.has(program) || findPackage(program)) return undefined;
		if (!existsSync(join(root, 'node_modules/.bin', program))) {
			return `no dependency has a program “${program}”.`;
		}
		return checkPaths(args);
	};
	const checkPaths = (args: readonly string[]): string | undefined => {
		const missing = args.find((arg) => isName(arg) && !paths.hasFrom('.', arg));
		return missing && `there is no ${missing}.`;
	};
	const checkFilters = (args: readonly string[]): string | undefined => {
		const tests = listFiles('*.test.ts');
		const missing = args.find((arg) => isName(arg) && !tests.some((path) => path.includes(arg)));
		return missing && `no test file has “${missing}” in its path.`;
	};

	const checks: Record<string, (args: readonly string[]) => string | undefined> = {
		npm: checkNpm,
		npx: checkNpx,
		node: ([file = '']) => checkPaths([file]),
		feedback: checkFeedback,
		'feedback-server': checkServer,
	};
	return {
		check(line) {
			const [program = '', ...args] = line.split(/\s+/);
			if (otherPrograms.has(program)) return undefined;
			const check = checks[program];
			return check ? check(args) : `the program “${program}” is unknown.`;
		},
		hasPackage: (name) => findPackage(name) !== undefined,
	};
}

// Neither a flag nor a placeholder such as `<file>` or `[name …]`.
function isName(arg: string): boolean {
	return /^[\w.][\w./-]*$/.test(arg);
}

/** The names that a script's runner accepts: the keys of the record at its start. */
function listNames(script: string): string[] | undefined {
	if (script === 'prove') return Object.keys(parts);
	if (script !== 'bench' && script !== 'rehearse') return undefined;
	const source = readFileSync(join(root, 'e2e', script, 'run.ts'), 'utf8');
	return [...source.matchAll(/^\t'?([a-z-]+)'?:/gm)].map(([, name]) => name!);
}

function checkFeedback(args: readonly string[]): string | undefined {
	const words = args.slice(0, args.findIndex((arg) => !isName(arg)) >>> 0);
	const isKnown = registry.some(({ name }) => {
		const known = name.split(' ');
		return known.every((word, index) => words.length <= index || words[index] === word);
	});
	return isKnown ? undefined : `there is no command “feedback ${words.join(' ')}”.`;
}

function checkServer([name]: readonly string[]): string | undefined {
	if (!name || !isName(name)) return undefined;
	const isKnown = createProgram().commands.some((command) => command.name() === name);
	return isKnown ? undefined : `there is no command “feedback-server ${name}”.`;
}
