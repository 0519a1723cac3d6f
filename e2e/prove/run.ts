// `npm run prove [part …]`: measures what the documentation and RESULTS.md state, one part after another, and stores the
// figures in e2e/prove/results. A part whose result is of the present commit is not run again, so that an interrupted
// run goes on where it ended. `-- --list` lists the parts, `-- --all` also runs those that take long, `-- --again` those
// that have a result, and `-- --write` only writes RESULTS.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { root } from '../../server/layout/tree.ts';
import { watchForEnd } from '../bench/watch-for-end.ts';
import { describeMachine } from './machine.ts';
import { type Part, parts } from './parts.ts';
import { printResults, resultsPage } from './print-results.ts';
import { isOfCommit, readCommit } from './read-commit.ts';
import { reportVariable, type Reported } from './report.ts';
import { readResult, readResults, writeResult } from './result.ts';

/** The seed of everything that is drawn at random, unless FEEDBACK_SEED is set. */
const seed = Number(process.env['FEEDBACK_SEED'] ?? 54);

const { values, positionals: named } = parseArgs({
	allowPositionals: true,
	options: {
		list: { type: 'boolean', default: false },
		again: { type: 'boolean', default: false },
		all: { type: 'boolean', default: false },
		write: { type: 'boolean', default: false },
	},
});
const unknown = named.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
	console.error(`There is no part "${unknown[0]}". There are: ${Object.keys(parts).join(', ')}.`);
	process.exit(2);
}

if (values.list) {
	for (const [name, part] of Object.entries(parts)) console.log(describe(name, part));
} else if (values.write) {
	writeResultsPage();
} else {
	await prove();
}

function describe(name: string, { proves, minutes }: Part): string {
	const result = readResult(name);
	const state = !result
		? 'no result'
		: isOfCommit(result.commit)
			? 'result of this commit'
			: `result of ${result.started.slice(0, 10)}`;
	return `${name.padEnd(16)} ${String(minutes).padStart(2)} min  ${state.padEnd(22)} ${proves}`;
}

async function prove(): Promise<void> {
	const ending = watchForEnd();
	for (const name of named.length > 0 ? named : Object.keys(parts)) {
		const part = parts[name]!;
		const result = readResult(name);
		if (result && isOfCommit(result.commit) && !values.again) {
			console.log(`${name}: has a result of this commit`);
		} else if (part.isLong && !values.all && named.length === 0) {
			console.log(`${name}: left out, because it takes ${part.minutes} minutes: --all includes it`);
		} else if (part.needs !== undefined && !process.env[part.needs] && named.length === 0) {
			console.log(`${name}: left out, because ${part.needs} is not set`);
		} else {
			await run(name, part, ending);
		}
		if (ending.aborted) break;
	}
	writeResultsPage();
}

async function run(name: string, part: Part, ending: AbortSignal): Promise<void> {
	console.log(`\n${name}: ${part.proves}\n`);
	const folder = mkdtempSync(join(tmpdir(), 'feedback-prove-'));
	const report = join(folder, 'report.jsonl');
	const machine = describeMachine();
	const commit = readCommit();
	const started = new Date();
	const script = spawn(process.execPath, [...part.script], {
		cwd: root,
		stdio: 'inherit',
		env: {
			...part.environment,
			...process.env,
			FEEDBACK_SEED: String(seed),
			[reportVariable]: report,
		},
	});
	const end = () => script.kill('SIGTERM');
	ending.addEventListener('abort', end);
	const [status] = (await once(script, 'exit')) as [number | null];
	ending.removeEventListener('abort', end);
	if (status !== 0) process.exitCode = 1;
	const reported = readReport(report);
	rmSync(folder, { recursive: true });
	// A run that was interrupted has not measured everything.
	if (ending.aborted || reported.length === 0) return;
	const set = Object.entries(part.environment ?? {}).map(([key, value]) => [
		key,
		process.env[key] ?? value,
	]);
	writeResult({
		part: name,
		machine,
		commit,
		seed,
		command: [...set.map((pair) => pair.join('=')), 'npm run prove', name].join(' '),
		started: started.toISOString(),
		seconds: Math.round((Date.now() - started.getTime()) / 1_000),
		figures: reported.flatMap((line) => ('figure' in line ? [line.figure] : [])),
		notes: [
			...reported.flatMap((line) => ('note' in line ? [{ text: line.note }] : [])),
			...(status === 0 ? [] : [{ text: 'The run failed, or missed a goal.' }]),
		],
	});
}

function readReport(file: string): Reported[] {
	if (!existsSync(file)) return [];
	const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
	return lines.map((line) => JSON.parse(line) as Reported);
}

function writeResultsPage(): void {
	writeFileSync(resultsPage, printResults(readResults()));
}
