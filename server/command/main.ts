// The `feedback-server` command.
import { CommanderError } from 'commander';

import { ConfigError } from '../config/read-config.ts';
import { CommandFailure } from './command-failure.ts';
import { createProgram } from './program.ts';

await main(process.argv.slice(2));

async function main(argv: string[]): Promise<void> {
	// A reader that stops early, such as `head`, is not a failure.
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		process.exit(error.code === 'EPIPE' ? 0 : 1);
	});
	try {
		await createProgram().parseAsync(argv, { from: 'user' });
	} catch (error) {
		process.exitCode = explain(error);
	}
}

/** Prints the error and returns the exit code: 2 for a wrong command line or configuration, otherwise 1. */
function explain(error: unknown): number {
	// Commander has already printed it.
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
	const message = error instanceof Error ? error.message : String(error);
	console.error(message);
	if (process.env['DEBUG']) console.error(error);
	if (error instanceof ConfigError) return 2;
	return error instanceof CommandFailure ? error.exitCode : 1;
}
