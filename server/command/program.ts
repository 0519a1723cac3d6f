import { Command } from 'commander';

import manifest from '../package.json' with { type: 'json' };
import { defaultConfigFile } from '../config/read-config.ts';
import type { AdminOptions, ResetOptions } from './admin.ts';
import type { DrillFlags } from './drill.ts';
import type { RestoreFlags } from './restore.ts';

/** The command line. Each command's module is loaded when it runs, so that help and errors appear immediately. */
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
		.description('Run the server until SIGTERM or Ctrl-C.')
		.action(async () => {
			const { start } = await import('./start.ts');
			await start(configFile());
		});
	program
		.command('migrate')
		.description(
			'Apply the migrations that the database lacks, after a backup. `start` does it too.',
		)
		.option('--new-passwords', "replace the passwords of the service's database roles")
		.action(async (options: { newPasswords?: true }) => {
			const { migrate } = await import('./migrate.ts');
			await migrate(configFile(), options);
		});
	const cell = program
		.command('cell')
		.description('Further databases, each with whole workspaces.')
		.helpCommand(false);
	cell
		.command('add')
		.description(
			'Make a new database a cell, after every server was restarted with its URL in database.cells.',
		)
		.argument('<name>', 'its name in the configuration')
		.option('--home-url <url>', 'URL at which its server reaches home, if not database.url')
		.action(async (name: string, options: { homeUrl?: string }) => {
			const { add } = await import('./cell.ts');
			await add(configFile(), name, options);
		});
	cell
		.command('drain')
		.description('Move all workspaces of a database to the others, and give it no new ones.')
		.argument('<name>', 'its name in the configuration, or home')
		.action(async (name: string) => {
			const { drain } = await import('./cell.ts');
			await drain(configFile(), name);
		});
	cell
		.command('open')
		.description('Give a database new workspaces again.')
		.argument('<name>', 'its name in the configuration, or home')
		.action(async (name: string) => {
			const { open } = await import('./cell.ts');
			await open(configFile(), name);
		});
	program
		.command('workspace')
		.description('Workspaces and their databases.')
		.command('move')
		.description('Move a workspace to another database, or continue a move that was interrupted.')
		.argument('<workspace>', 'its ID')
		.argument('<cell>', 'name of the database in the configuration, or home')
		.action(async (workspace: string, cell: string) => {
			const { move } = await import('./workspace.ts');
			await move(configFile(), workspace, cell);
		});
	program
		.command('doctor')
		.description('Check each part of the set-up and say what to do.')
		.option('--json', 'print JSON')
		.action(async (options: { json?: true }) => {
			const { doctor } = await import('./doctor.ts');
			await doctor(configFile(), options);
		});
	program
		.command('healthcheck')
		.description('Exit with 0 if the server of this machine is ready.')
		.action(async () => {
			const { healthcheck } = await import('./healthcheck.ts');
			await healthcheck(configFile());
		});
	program
		.command('settings [assignments...]')
		.description('Show the settings of this instance, or change them: retention.event_days=14')
		.option('--history', 'show the latest changes instead')
		.action(async (assignments: string[], { history }: { history?: true }) => {
			const { settings, settingsHistory } = await import('./settings.ts');
			if (!history) return settings(configFile(), assignments);
			if (assignments.length > 0) program.error('error: --history takes no assignments');
			return settingsHistory(configFile());
		});
	program
		.command('docs-searches')
		.description('List what readers searched for in the documentation without success.')
		.option('--json', 'print JSON')
		.action(async (options: { json?: true }) => {
			const { docsSearches } = await import('./docs-searches.ts');
			docsSearches(configFile(), options);
		});
	addAdmin(program, configFile);
	addSecrets(program, configFile);
	addBackup(program, configFile);
	program
		.command('restore')
		.description('Restore a backup onto an empty machine.')
		.requiredOption('--from <place>', 'folder or s3://bucket/prefix with the backups')
		.option('--data <folder>', 'folder for the data', '/var/lib/feedback')
		.option(
			'--database-url <url>',
			'empty database to restore to, if the server used an external one',
		)
		.option('--key-file <file>', 'file with the encryption key, for encrypted backups')
		.option('--backup <id>', 'which backup; by default the newest')
		.option('--archive <id>', 'of which server, if the place holds backups of several')
		.option('--to-mark <name>', 'restore to a marked moment')
		.option('--to-time <time>', 'restore to a time, such as 2026-11-23T12:00:00Z')
		.action(async (flags: RestoreFlags) => {
			const { restore } = await import('./restore.ts');
			await restore(configFile(), flags);
		});
	program
		.command('drill')
		.description('Restore the newest backup in a separate place and compare it with the database.')
		.option('--folder <folder>', 'where there is space for it; by default the data folder')
		.option('--json', 'print JSON')
		.action(async (flags: DrillFlags) => {
			const { drill } = await import('./drill.ts');
			await drill(configFile(), flags);
		});
	return program;
}

type ConfigFile = () => string | undefined;

function addAdmin(program: Command, configFile: ConfigFile): void {
	const admin = program
		.command('admin')
		.description('Let people in by one-time links.')
		.helpCommand(false);
	admin
		.command('owner')
		.description('Print a link that makes the first owner, with a workspace.')
		.requiredOption('--email <address>', 'e-mail address of the person')
		.option('--workspace <name>', 'name of the workspace')
		.action(async (options: AdminOptions) => {
			const { adminOwner } = await import('./admin.ts');
			await adminOwner(configFile(), options);
		});
	admin
		.command('reset')
		.description('Print a link that signs a person in, and end their sessions.')
		.requiredOption('--email <address>', 'e-mail address of the person')
		.option('--passkeys', 'also remove their passkeys, which they lost')
		.action(async (options: ResetOptions) => {
			const { adminReset } = await import('./admin.ts');
			await adminReset(configFile(), options);
		});
}

function addSecrets(program: Command, configFile: ConfigFile): void {
	program
		.command('secrets')
		.description('Replace the key that encrypts stored secrets.')
		.helpCommand(false)
		.command('rotate')
		.description('Make a new key, encrypt everything with it, and delete the old one; or continue.')
		.action(async () => {
			const { rotateSecrets } = await import('./secrets.ts');
			await rotateSecrets(configFile());
		});
}

function addBackup(program: Command, configFile: ConfigFile): void {
	const backup = program
		.command('backup')
		.description('Make a backup now.')
		.helpCommand(false)
		.action(async () => {
			const { backupNow } = await import('./backup.ts');
			await backupNow(configFile());
		});
	backup
		.command('list')
		.description('List the backups and the marked moments.')
		.action(async () => {
			const { backupList } = await import('./backup.ts');
			await backupList(configFile());
		});
	backup
		.command('mark <name>')
		.description('Name this moment, so that a restore can be made to it.')
		.action(async (name: string) => {
			const { backupMark } = await import('./backup.ts');
			await backupMark(configFile(), name);
		});
	backup
		.command('key')
		.description('Print a new encryption key.')
		.action(async () => {
			const { backupKey } = await import('./backup.ts');
			await backupKey();
		});
}
