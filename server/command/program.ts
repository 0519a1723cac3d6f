import { Command } from 'commander';

import manifest from '../package.json' with { type: 'json' };
import { defaultConfigFile } from '../config/read-config.ts';

/** The command line. Each command's module is loaded when it runs, so that help and faults appear at once. */
export function createProgram(): Command {
	const program = new Command('feedback-server')
		.description('Runs the Feedback service on a server.')
		.version(manifest.version)
		.option('--config <file>', `configuration file (default: ${defaultConfigFile})`)
		.helpCommand(false)
		.exitOverride();
	const configFile = () => program.opts<{ config?: string }>().config;

	program
		.command('init')
		.description('Write a configuration file and make the secrets.')
		.requiredOption('--public-url <url>', 'URL at which browsers will reach the server')
		.option('--data <folder>', 'folder for the data', '/var/lib/feedback')
		.option('--database-url <url>', 'Postgres server to use; without it, the server runs its own')
		.action(async (options: { publicUrl: string; data: string; databaseUrl?: string }) => {
			const { init } = await import('./init.ts');
			init({ ...options, file: configFile() ?? defaultConfigFile });
		});
	program
		.command('start')
		.description('Run the server until it is told to stop (SIGTERM or Ctrl-C).')
		.action(async () => {
			const { start } = await import('./start.ts');
			await start(configFile());
		});
	return program;
}
