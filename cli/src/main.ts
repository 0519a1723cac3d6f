import { writeSync } from 'node:fs';
import { CommanderError } from 'commander';

import { interrupted } from './interruption.ts';
import { createOutput } from './output.ts';
import type { Output } from './output.ts';
import { toEnvelope } from './output/envelope.ts';
import { toSafeJson } from './output/clean.ts';
import { readCommandLine } from './program.ts';
import type { Typed } from './program.ts';
import { runCommand } from './run-command.ts';
import { toUsageFailure } from './usage.ts';
import { toFailure } from './explain.ts';

/** Runs the command line; the exit code says how it went. */
export async function main(given: string[]): Promise<void> {
	const { env } = process;
	const argv = normalize(given);
	// Known before the command line is understood, so that a wrong one is told as asked, too.
	const json = argv.some((word) => word === '--json' || /^--fields(=|$)/.test(word));
	const output = createOutput(json, !argv.includes('--no-color'), env);
	let typed: Typed | undefined;
	const state = { stream: false };
	watchOutput();
	watchInterrupts(output, state);
	try {
		const outcome = await readCommandLine(argv, output.paint);
		if ('help' in outcome) {
			if (json) output.object({ ok: true, data: { help: outcome.help } });
			else output.text(outcome.help);
			return;
		}
		typed = outcome.typed;
		state.stream = typed.command.stream ?? false;
		await runCommand(typed, { argv, env, cwd: process.cwd(), output });
	} catch (error) {
		const failure =
			error instanceof CommanderError
				? toUsageFailure(error, argv)
				: toFailure(error, { settings: undefined, source: undefined });
		output.fail(failure, state.stream);
		process.exitCode = failure.exitCode;
	}
}

// `--wait` may stand alone, and must not take the next word for its seconds.
function normalize(argv: string[]): string[] {
	if (argv[0] === 'help') return [...argv.slice(1), '--help'];
	return argv.map((word) => (word === '--wait' ? '--wait=600' : word));
}

// Whoever reads may stop reading (`| head`): that is no error. A full disk is one.
function watchOutput(): void {
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code === 'EPIPE') process.exit(0);
		const full = error.code === 'ENOSPC';
		say(`Error: The output was not written: ${full ? 'the disk is full' : error.message}.`);
		process.exit(1);
	});
	process.stderr.on('error', () => undefined);
}

function watchInterrupts({ json, describe }: Output, state: { stream: boolean }): void {
	const stop = () => {
		const failure = interrupted();
		const envelope = toEnvelope(failure);
		const result = state.stream ? { type: 'result', ...envelope } : envelope;
		if (json) writeQuietly(1, `${toSafeJson(result)}\n`);
		else say(describe(failure));
		process.exit(failure.exitCode);
	};
	process.on('SIGINT', stop);
	process.on('SIGTERM', stop);
}

function say(text: string): void {
	writeQuietly(2, `${text}\n`);
}

function writeQuietly(stream: number, text: string): void {
	try {
		writeSync(stream, text);
	} catch {
		// Nobody reads any more.
	}
}
