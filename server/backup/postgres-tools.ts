// The client programs of Postgres, if they are installed: pg_dump, pg_restore, psql.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { readDatabaseAddress } from '../postgres/database-address.ts';
import type { ExternalDatabase } from './database-source.ts';

export type ToolName = 'pg_dump' | 'pg_restore' | 'psql';

export type Tool = { path: string; major: number; version: string };

/** Debian installs each version into its own folder here; the PATH contains only one wrapper for all. */
const debian = '/usr/lib/postgresql';

/**
 * Finds the newest version of a program that is `major` or newer, on the path or in Debian's folders. Throws an
 * explanation with both versions when there is none.
 */
export async function findTool(name: ToolName, major: number): Promise<Tool> {
	const found: Tool[] = [];
	for (const path of candidates(name)) {
		const tool = await readVersion(path);
		if (tool) found.push(tool);
	}
	const newest = found.sort((a, b) => b.major - a.major)[0];
	if (!newest) {
		throw new Error(
			`${name} is not installed. The database is Postgres ${major}: install its client programs, such as Debian's postgresql-client-${major}.`,
		);
	}
	if (newest.major < major) {
		throw new Error(
			`${name} here is version ${newest.version}, the database is Postgres ${major}: it must be ${major} or newer. Install Debian's postgresql-client-${major}, for example.`,
		);
	}
	return newest;
}

function candidates(name: ToolName): string[] {
	const folders = existsSync(debian) ? readdirSync(debian) : [];
	const installed = folders.map((version) => join(debian, version, 'bin', name));
	return [name, ...installed.filter((path) => existsSync(path))];
}

async function readVersion(path: string): Promise<Tool | undefined> {
	try {
		const { stdout } = await promisify(execFile)(path, ['--version']);
		const version = /\) (\d+(?:\.\d+)?)/.exec(stdout)?.[1];
		return version ? { path, version, major: Number.parseInt(version, 10) } : undefined;
	} catch {
		return undefined;
	}
}

/** Environment with which these programs connect, because other users could read a password in the arguments. */
export function connectionEnvironment({ url, caFile }: ExternalDatabase): NodeJS.ProcessEnv {
	const { host, port, user, password, database, tls } = readDatabaseAddress(url, caFile);
	const authority = caFile ?? new URL(url).searchParams.get('sslrootcert') ?? 'system';
	return {
		...process.env,
		PGHOST: host,
		PGPORT: String(port),
		PGUSER: user,
		PGDATABASE: database,
		...(password && { PGPASSWORD: password }),
		...(tls ? { PGSSLMODE: 'verify-full', PGSSLROOTCERT: authority } : { PGSSLMODE: 'disable' }),
		PGCONNECT_TIMEOUT: '15',
	};
}
