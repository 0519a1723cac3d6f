import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { makePostgresFolder, writePostgresFile } from './folder-owner.ts';
import { runNative } from './native-programs.ts';
import { hostRules, listUserRules, superuser } from './superuser.ts';

/** Settings of Postgres by their names. */
export type Settings = Record<string, string | number>;

/**
 * Prepares a folder for Postgres: creates the cluster, if there is none, and writes the host rules and the
 * settings. `alter system` and later files of `conf.d` override them.
 */
export async function prepareDataDirectory(data: string, settings: Settings): Promise<void> {
	if (!existsSync(join(data, 'PG_VERSION'))) await makeCluster(data);
	writePostgresFile(join(data, 'pg_hba.conf'), hostRules);
	writePostgresFile(join(data, 'pg_ident.conf'), listUserRules());
	makePostgresFolder(join(data, 'conf.d'));
	writePostgresFile(join(data, 'conf.d/10-feedback.conf'), formatSettings(settings));
	includeFolder(join(data, 'postgresql.conf'));
	await dropPassword(data);
}

async function makeCluster(data: string): Promise<void> {
	makePostgresFolder(data);
	// Nobody may connect before the rules are written.
	const login = ['-A', 'reject', '-U', superuser];
	const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
	const args = ['-D', data, ...login, ...locale, '--data-checksums', '--no-sync'];
	const { code, said } = await runNative('initdb', args);
	if (code !== 0) {
		rmSync(data, { recursive: true, force: true });
		throw new Error(`initdb ended with ${String(code)}:\n${said}`);
	}
	writePostgresFile(join(data, 'README'), 'The data of the embedded Postgres.\n');
}

function formatSettings(settings: Settings): string {
	const lines = Object.entries(settings).map(
		([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`,
	);
	return [
		'# Written at every start. Put your own settings into a later file of this folder.',
		...lines,
		'',
	].join('\n');
}

function includeFolder(path: string): void {
	const text = readFileSync(path, 'utf8');
	if (/^include_dir = 'conf\.d'/m.test(text)) return;
	writePostgresFile(path, `${text}\ninclude_dir = 'conf.d'\n`);
}

/** Before superusers connected over the socket, they had a password, stored in this file. */
export const oldPasswordFile = 'superuser-password';

async function dropPassword(data: string): Promise<void> {
	const path = join(data, oldPasswordFile);
	if (!existsSync(path)) return;
	const statement = `alter role ${superuser} password null\n`;
	const { code, said } = await runNative(
		'postgres',
		['--single', '-D', data, 'postgres'],
		statement,
	);
	if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(said)) {
		throw new Error(`The superuser's password could not be removed:\n${said}`);
	}
	rmSync(path);
}
