import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';

import { restoreAuthFunctions } from '../../server/postgres/cluster.ts';
import { readDatabaseAddress } from '../../server/postgres/database-address.ts';
import { Mailbox, type Message } from './mailbox.ts';
import { openSocket } from './open-socket.ts';

/** Supabase Auth over the embedded Postgres: serves `/auth/v1/*` and nothing else. */
export type Auth = {
	handle(request: Request): Promise<Response>;
	/** Messages that it would have sent, newest first. */
	messages: readonly Message[];
	/** Resolves when its database responds. */
	probe(): Promise<unknown>;
	stop(): Promise<void>;
};

export type AuthOptions = {
	/** Address of the superuser. */
	databaseUrl: string;
	jwtSecret: string;
	/** Target of links in messages: the dashboard. */
	siteUrl: string;
	/** Address of Auth, ending in `/auth/v1`, for these links; by default, below the dashboard's address. */
	authUrl?: string;
};

/** Creates or completes the `auth` schema as in hosted Supabase. */
export async function startAuth(options: AuthOptions): Promise<Auth> {
	process.env['LITE_TELEMETRY'] = '0';
	// Only tests sign in here, with well-known passwords. With the default cost, each sign-in would take 0.3 s of CPU.
	process.env['LITE_AUTH_BCRYPT_COST'] = '4';
	const mailbox = new Mailbox(options.authUrl ?? `${options.siteUrl}/auth/v1`);
	const { host, port, ...login } = readDatabaseAddress(options.databaseUrl);
	// Auth's driver does not support URLs with Unix sockets.
	const url = new URL(`postgres://127.0.0.1:${port}/${login.database}`);
	[url.username, url.password] = [login.user, login.password];
	const socket = () =>
		openSocket(
			host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
			silenceMs,
		);
	const connection = createPostgresConnection({
		url: url.href,
		postgresOptions: { onnotice() {}, max: 4, connect_timeout: 2, socket } as object,
	});
	const app = new App({
		connection,
		auth: {
			enabled: true,
			jwt_secret: options.jwtSecret,
			site_url: options.siteUrl,
			enable_signup: true,
			email: { enable_confirmations: false },
		},
		// The driver's own migrations table would clash with the Supabase CLI's.
		db: { migrations: { enabled: false } },
		options: { drivers: { email: mailbox } },
	});
	await app.ensureSystemSchema();
	await restoreAuthFunctions(options.databaseUrl);
	// Auth's own shutdown would wait forever for requests whose connections were lost.
	const stop = () => connection.driver.end({ timeout: 1 });
	const probe = async () => await connection.driver`select 1`;
	return { handle: (request) => answer(app, request), messages: mailbox.messages, probe, stop };
}

/** Milliseconds after which a connection whose backend hangs is closed. */
const silenceMs = 10_000;

// Its own preflight response omits the headers that supabase-js sends.
async function answer(
	app: { fetch(request: Request): Response | Promise<Response> },
	request: Request,
): Promise<Response> {
	if (request.method === 'OPTIONS') {
		const asked = request.headers.get('access-control-request-headers');
		return new Response(null, {
			status: 204,
			headers: {
				'access-control-allow-origin': '*',
				'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
				'access-control-allow-headers': asked ?? '*',
				'access-control-max-age': '600',
				vary: 'access-control-request-headers',
			},
		});
	}
	const response = await app.fetch(request);
	const headers = new Headers(response.headers);
	headers.set('access-control-allow-origin', '*');
	headers.delete('access-control-allow-credentials');
	return new Response(response.body, { status: response.status, headers });
}
