import { writeSync } from 'node:fs';
import { CommanderError } from 'commander';

import { interrupted } from './interruption.ts';
import type { Host } from './host.ts';
import { createOutput } from './output.ts';
import type { Output } from './output.ts';
import { toEnvelope } from './output/envelope.ts';
import { toSafeJson } from './output/clean.ts';
import { readCommandLine } from './program.ts';
import type { ParsedCommandLine } from './program.ts';
import { runCommand } from './run-command.ts';
import { toUsageFailure } from './usage.ts';
import { toFailure } from './explain.ts';

type State = { stream: boolean };

/** Runs the command line of this process and sets its exit code. */
export async function main(argv: string[]): Promise<void> {
	watchOutput();
	process.exitCode = await runCommandLine(argv, process, watchInterrupts);
}

/**
 * Runs a command line; resolves with its exit code.
 * @param onStart called with the output before the command runs; `stream` changes once the command is known
 */
export async function runCommandLine(
	given: string[],
	host: Host,
	onStart?: (output: Output, state: State) => void,
): Promise<number> {
	const argv = normalize(given);
	// Read before the command line is parsed, so that parse errors have the requested format too.
	const json = argv.some((word) => word === '--json' || /^--fields(=|$)/.test(word));
	const output = createOutput(json, !argv.includes('--no-color'), host);
	let parsed: ParsedCommandLine | undefined;
	const state: State = { stream: false };
	onStart?.(output, state);
	try {
		const outcome = await readCommandLine(argv, output.paint);
		if ('help' in outcome) {
			if (json) output.object({ ok: true, data: { help: outcome.help } });
			else output.text(outcome.help);
			return 0;
		}
		parsed = outcome.parsed;
		state.stream = parsed.command.stream ?? false;
		await runCommand(parsed, { argv, host, cwd: process.cwd(), output });
		return 0;
	} catch (error) {
		const failure =
			error instanceof CommanderError
				? toUsageFailure(error, argv)
				: toFailure(error, { settings: undefined, source: undefined });
		output.fail(failure, state.stream);
		return failure.exitCode;
	}
}

// `--wait` may have no value, and must not take the next argument as its seconds.
function normalize(argv: string[]): string[] {
	if (argv[0] === 'help') return [...argv.slice(1), '--help'];
	return argv.map((word) => (word === '--wait' ? '--wait=600' : word));
}

// A reader that stops early (`| head`) is not an error; a full disk is.
function watchOutput(): void {
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code === 'EPIPE') process.exit(0);
		const full = error.code === 'ENOSPC';
		say(`Error: The output was not written: ${full ? 'the disk is full' : error.message}.`);
		process.exit(1);
	});
	process.stderr.on('error', () => undefined);
}

function watchInterrupts({ json, describe }: Output, state: State): void {
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
		// The output was closed.
	}
}
