// Restores a dump into an empty external database: roles and content in one transaction.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

import type { Statements } from '../../database/statement.ts';
import { connectDatabase } from '../postgres/connect.ts';
import type { ExternalDatabase } from './database-source.ts';
import { readMajor } from './dump.ts';
import { type DumpManifest, backupKey, dumpFiles } from './manifest.ts';
import { connectionEnvironment, findTool } from './postgres-tools.ts';
import { readOutput } from './program-output.ts';
import { requireListed } from './restore-cluster.ts';
import { type StoreOptions, readStoredFile, suffix } from './stored-file.ts';

export type DumpRestoreOptions = {
	store: StoreOptions;
	manifest: DumpManifest;
	/** An empty database, as its owner. */
	database: ExternalDatabase;
	log: (line: string) => void;
};

/**
 * Restores a dump. Downloads and checks all of it before changing anything, and then makes all changes in one
 * transaction: a failure leaves the database empty. Throws an explanation when the database is not empty, or its server
 * is older than that of the backup.
 */
export async function restoreDump(options: DumpRestoreOptions): Promise<void> {
	const { store, manifest, database, log } = options;
	const sql = connectDatabase(database.url, { caFile: database.caFile });
	try {
		await requireEmptyDatabase(sql);
		await requireNewEnough(sql, manifest);
	} finally {
		await sql.end();
	}
	const [pgRestore, psql] = await Promise.all([
		findTool('pg_restore', Number.parseInt(manifest.pgDump, 10)),
		findTool('psql', Number.parseInt(manifest.pgDump, 10)),
	]);
	const folder = await mkdtemp(join(tmpdir(), 'feedback-restore-'));
	try {
		log(`Downloading ${manifest.id}.`);
		const file = join(folder, dumpFiles.database);
		const content = await read(store, manifest, dumpFiles.database);
		await pipeline(content, createWriteStream(file, { mode: 0o600 }), { signal: store.signal });
		const roles = await text(await read(store, manifest, dumpFiles.roles));
		log('Restoring the database.');
		const statements = readOutput({
			path: pgRestore.path,
			environment: process.env,
			signal: store.signal,
			args: ['--file=-', '--exit-on-error'],
			input: file,
		});
		const script = async function* () {
			yield roles;
			yield* statements;
		};
		await runScript(psql.path, database, Readable.from(script()), store.signal);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function read(store: StoreOptions, manifest: DumpManifest, plainName: string): Promise<Readable> {
	const name = plainName + suffix(store.encryptionKey);
	const key = backupKey(manifest.archive, manifest.id, name);
	return readStoredFile(store, key, requireListed(manifest, name));
}

async function requireEmptyDatabase(sql: Statements): Promise<void> {
	const found = await sql<{ name: string }[]>`
		select nspname || '.' || relname as name
		from pg_class join pg_namespace on pg_namespace.oid = relnamespace
		where nspname !~ '^pg_' and nspname not in ('information_schema', 'cron')
			and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
			and not exists (select from pg_depend
				where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
		limit 1`;
	if (found.length === 0) return;
	throw new Error(
		`The database is not empty: it has ${found[0]!.name}. A restore changes no existing data: give the URL of a new database.`,
	);
}

async function requireNewEnough(sql: Statements, manifest: DumpManifest): Promise<void> {
	const here = await readMajor(sql);
	const there = Number.parseInt(manifest.postgres, 10);
	if (here >= there) return;
	throw new Error(
		`The backup is of Postgres ${there}, this database is ${here}: it must be ${there} or newer.`,
	);
}

async function runScript(
	program: string,
	database: ExternalDatabase,
	script: Readable,
	signal: AbortSignal | undefined,
): Promise<void> {
	const environment = connectionEnvironment(database);
	const args = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1'];
	const child = spawn(program, [...args, '--file=-'], {
		env: environment,
		stdio: ['pipe', 'ignore', 'pipe'],
		...(signal && { signal }),
	});
	const said: string[] = [];
	child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
	const ended = new Promise<number | null>((resolve, reject) => {
		child.once('error', reject).once('close', resolve);
	});
	const [fed, code] = await Promise.allSettled([
		pipeline(script, child.stdin).catch((error: unknown) => {
			// If the input ended early, psql would treat that as the end of the script, and commit.
			child.kill('SIGKILL');
			throw error;
		}),
		ended,
	]);
	signal?.throwIfAborted();
	if (code.status === 'rejected') throw code.reason;
	if (code.value !== 0 && said.length > 0) {
		throw new Error(
			`The database could not be restored, and nothing was changed:\n${said.join('').trim()}`,
		);
	}
	if (fed.status === 'rejected') throw fed.reason;
	if (code.value !== 0) throw new Error(`psql ended with ${String(code.value)}.`);
}
