import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../../server/layout/tree.ts';
import { findFreePort } from '../../../server/ports/ports.ts';
import {
	localhostCertificate,
	localhostKey,
} from '../../../supabase/tests/localhost-certificate.ts';
import { type Debian, freshDebian } from '../fresh-debian.ts';

export type DebianPostgres = {
	machine: Debian;
	port: number;
	/** Port of PgBouncer in transaction mode. */
	poolerPort: number;
	/** File of the certificate that both present; they refuse clients without TLS. */
	caFile: string;
	/** Runs statements as the superuser, in a database of the server. */
	run(database: string, statements: string): Promise<string>;
	/** Address of a role over TLS, with its certificate verified. */
	url(role: string, database: string, through?: 'pooler'): string;
};

/** The password of all roles in a rehearsal. */
export const password = 'rehearsal';

const page = readFileSync(join(root, 'content/self-hosting/database.mdx'), 'utf8');

/** A block of code of the documentation, by its title. */
function readBlock(title: string): string {
	const [, block] = page.split(` title="${title}"\n`);
	if (block === undefined) throw new Error(`The documentation has no block "${title}".`);
	return block.split('```')[0]!;
}

/**
 * Statements that, according to the documentation, are run in the service's database, so that PgBouncer finds its
 * roles.
 */
export const poolerStatements = readBlock("in the service's database, as a superuser").replace(
	'…',
	() => password,
);

/** Folder in which Debian installs the programs of PostgreSQL 17, outside the PATH. */
export const binaries = '/usr/lib/postgresql/17/bin';

/** PostgreSQL 17, pg_cron and PgBouncer on a fresh Debian, with TLS required everywhere. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
	const machine = await freshDebian([
		'pgbouncer',
		'postgresql-17',
		'postgresql-17-cron',
		'postgresql-17-plpgsql-check',
	]);
	const [port, poolerPort] = [await findFreePort(), await findFreePort()];
	writeFiles(machine.folder, port, poolerPort);
	await machine.run('chown -R postgres:postgres /srv/rehearsal');
	const asPostgres = (script: string) => machine.run(script, { user: 'postgres' });
	await asPostgres(`
		${binaries}/initdb -D /srv/rehearsal/data -A peer --encoding=UTF8 --locale=C.UTF-8 >/dev/null
		cp /srv/rehearsal/pg_hba.conf /srv/rehearsal/data/pg_hba.conf
		cat /srv/rehearsal/postgresql.conf >> /srv/rehearsal/data/postgresql.conf
		${binaries}/pg_ctl -D /srv/rehearsal/data -l /srv/rehearsal/log -w start >/dev/null
		pgbouncer -d -q /srv/rehearsal/pgbouncer.ini`);
	const run = (database: string, statements: string) => {
		writeFileSync(join(machine.folder, 'srv/rehearsal/statements.sql'), statements, {
			mode: 0o644,
		});
		return asPostgres(
			`psql -X -q -At -v ON_ERROR_STOP=1 -h /srv/rehearsal -p ${port} -d ${database} -f /srv/rehearsal/statements.sql`,
		);
	};
	const caFile = join(machine.folder, 'srv/rehearsal/server.crt');
	return {
		machine,
		port,
		poolerPort,
		caFile,
		run,
		url: (role, database, through) =>
			`postgres://${role}:${password}@localhost:${through ? poolerPort : port}/${database}` +
			`?sslmode=verify-full&sslrootcert=${caFile}`,
	};
}

function writeFiles(machine: string, port: number, poolerPort: number): void {
	const folder = join(machine, 'srv/rehearsal');
	mkdirSync(folder, { recursive: true });
	chmodSync(folder, 0o755);
	const files: Record<string, string> = {
		'server.crt': localhostCertificate,
		'server.key': localhostKey,
		'postgresql.conf': `
			listen_addresses = '127.0.0.1'
			port = ${port}
			unix_socket_directories = '/srv/rehearsal'
			max_connections = 200
			shared_preload_libraries = 'pg_cron'
			cron.database_name = 'with_cron'
			cron.use_background_workers = on
			ssl = on
			ssl_cert_file = '/srv/rehearsal/server.crt'
			ssl_key_file = '/srv/rehearsal/server.key'
			fsync = off`,
		'pg_hba.conf': `local all postgres peer\nhostssl all all 127.0.0.1/32 scram-sha-256\n`,
		'users.txt': `"pgbouncer" "${password}"\n`,
		'pgbouncer.ini': [
			'[databases]',
			`* = host=127.0.0.1 port=${port}`,
			'[pgbouncer]',
			'listen_addr = 127.0.0.1',
			`listen_port = ${poolerPort}`,
			'unix_socket_dir =',
			'pidfile = /srv/rehearsal/pgbouncer.pid',
			'logfile = /srv/rehearsal/pgbouncer.log',
			'auth_file = /srv/rehearsal/users.txt',
			readBlock('pgbouncer.ini'),
			'pool_mode = transaction',
			'default_pool_size = 4',
			'client_tls_sslmode = require',
			'client_tls_cert_file = /srv/rehearsal/server.crt',
			'client_tls_key_file = /srv/rehearsal/server.key',
			'server_tls_sslmode = verify-full',
			'server_tls_ca_file = /srv/rehearsal/server.crt',
			'',
		].join('\n'),
	};
	for (const [name, text] of Object.entries(files)) {
		writeFileSync(join(folder, name), text.replace(/^\t+/gm, ''), {
			mode: name.endsWith('.key') ? 0o600 : 0o644,
		});
	}
}
