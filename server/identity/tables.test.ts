import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../../supabase/tests/harness.ts';
import { describeAuth } from './better-auth.ts';
import { openIdentityDatabase } from './identity-database.ts';
import { Providers } from './providers.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

it('the migrations create every table and column that this version of better-auth needs', async () => {
	const pool = openIdentityDatabase(database.url('feedback_identity', false));
	const options = describeAuth({
		pool,
		mail: undefined,
		dashboardUrl: 'http://localhost',
		providers: new Providers([], () => undefined),
		offered: { email: true, password: true, passkeys: true, mail: true, providers: [] },
		options: {
			publicUrl: 'http://localhost',
			databaseUrl: '',
			secret: 'x'.repeat(40),
			methods: { password: true, email: true, passkeys: true },
			allowedDomains: [],
			providers: [],
			log: () => undefined,
		},
	});
	const needed = async () => {
		const { toBeCreated, toBeAdded } = await getMigrations(options);
		return { toBeCreated, toBeAdded };
	};
	expect(await needed()).toEqual({ toBeCreated: [], toBeAdded: [] });
	await database.admin`alter table identity."session" drop column "method"`;
	expect(await needed()).toMatchObject({ toBeAdded: [{ table: 'session' }] });
	await pool.end();
});

it('the versions are exact, because earlier releases changed tables', () => {
	const { dependencies } = createRequire(import.meta.url)('../package.json') as {
		dependencies: Record<string, string>;
	};
	const lock = JSON.parse(
		readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
	) as { packages: Record<string, { version?: string }> };
	const pins = {
		'better-auth': '1.7.6',
		'@better-auth/core': '1.7.6',
		'@better-auth/passkey': '1.7.6',
		'@better-auth/utils': '0.4.2',
		'@better-fetch/fetch': '1.3.2',
		'better-call': '1.4.0',
	};
	for (const [name, version] of Object.entries(pins)) {
		expect(dependencies[name], name).toBe(version);
		const installed = Object.entries(lock.packages).filter(
			([path]) =>
				path.endsWith(`node_modules/${name}`) && !/node_modules\/.*node_modules/.test(path),
		);
		expect(
			installed.map(([, one]) => one.version),
			name,
		).toEqual([version]);
	}
});
