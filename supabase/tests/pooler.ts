// PgBouncer in transaction mode, through which hosted functions connect.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

const binary = process.env['FEEDBACK_PGBOUNCER'] ?? '/usr/sbin/pgbouncer';

export type Pooler = { port: number; stop(): Promise<void> };

export type PoolerOptions = {
	/** Port of the Postgres behind it. */
	upstream: number;
	/** Password of every role, at the pooler and at Postgres. */
	password: string;
	port: number;
	/** Certificate and key; if set, the pooler refuses clients without TLS. */
	tls?: { cert: string; key: string };
};

/** Starts PgBouncer in front of a Postgres; undefined if PgBouncer is not installed. */
export async function startPooler(
	folder: string,
	{ upstream, password, port, tls }: PoolerOptions,
): Promise<Pooler | undefined> {
	if (!existsSync(binary)) return undefined;
	const users = join(folder, `users-${port}.txt`);
	const roles = [
		'supabase_admin',
		'postgres',
		'feedback_ingest',
		'feedback_manage',
		'feedback_identity',
	];
	// PgBouncer drops root before it reads these files.
	const open = { mode: 0o644 };
	writeFileSync(users, roles.map((role) => `"${role}" "${password}"\n`).join(''), open);
	const [cert, key] = [join(folder, `${port}.crt`), join(folder, `${port}.key`)];
	if (tls) writeFileSync(cert, tls.cert, open);
	if (tls) writeFileSync(key, tls.key, open);
	const config = join(folder, `pgbouncer-${port}.ini`);
	writeFileSync(
		config,
		[
			'[databases]',
			`* = host=127.0.0.1 port=${upstream}`,
			'[pgbouncer]',
			'listen_addr = 127.0.0.1',
			`listen_port = ${port}`,
			'unix_socket_dir =',
			'auth_type = scram-sha-256',
			`auth_file = ${users}`,
			'pool_mode = transaction',
			'max_client_conn = 200',
			'default_pool_size = 20',
			'ignore_startup_parameters = extra_float_digits',
			...(tls
				? [
						'client_tls_sslmode = require',
						`client_tls_cert_file = ${cert}`,
						`client_tls_key_file = ${key}`,
					]
				: []),
			'',
		].join('\n'),
	);
	// PgBouncer refuses to run as root, and the user `nobody` needs access to the folder.
	chmodSync(folder, 0o755);
	const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
	const child = spawn(binary, ['-q', ...user, config], { stdio: 'ignore' });
	const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	await waitUntilReachable(port, gone);
	return {
		port,
		stop: async () => {
			child.kill('SIGTERM');
			await gone;
		},
	};
}

async function waitUntilReachable(port: number, gone: Promise<void>): Promise<void> {
	let alive = true;
	void gone.then(() => (alive = false));
	while (alive) {
		const open = await new Promise<boolean>((resolve) => {
			const socket = connect(port, '127.0.0.1', () => resolve(true));
			socket.once('error', () => resolve(false)).once('close', () => resolve(false));
			socket.once('connect', () => socket.destroy());
		});
		if (open) return;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	throw new Error('PgBouncer exited before it accepted connections.');
}
