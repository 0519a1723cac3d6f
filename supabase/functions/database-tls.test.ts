// Under Deno, the functions reach PgBouncer only over TLS, as on hosted Supabase.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { runFunctions } from '../../server/functions/functions.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { localhostCertificate, localhostKey } from '../tests/localhost-certificate.ts';
import { type Pooler, startPooler } from '../tests/pooler.ts';
import { parseDatabaseAddress } from '../../database/database-address.ts';
import { mintSecret } from './_shared/secrets/keyring.ts';
import { certificate, certificateKey } from './tests/certificate.ts';
import { chrome, newCaller, newEvent } from './tests/sdk.ts';
import { openSites, type TestSites } from './tests/sites.ts';

describe.runIf(inject('pooler'))('a pooler that requires TLS', () => {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-database-tls-'));
	let sites: TestSites;
	let site: string;
	let right: Pooler;
	let other: Pooler;

	beforeAll(async () => {
		sites = await openSites();
		site = (await sites.makeSite()).siteId;
		const { port, password } = new URL(inject('cluster'));
		const start = async (tls: { cert: string; key: string }) =>
			(await startPooler(folder, {
				upstream: Number(port),
				password,
				tls,
				port: await findFreePort(),
			}))!;
		right = await start({ cert: localhostCertificate, key: localhostKey });
		other = await start({ cert: certificate, key: certificateKey });
	});
	afterAll(async () => {
		await Promise.all([right.stop(), other.stop()]);
		await sites.end();
		rmSync(folder, { recursive: true });
	});

	/** Reports an event to functions with this database address, and returns the status. */
	async function report(pooler: Pooler, mode: string, ca?: string): Promise<number> {
		const address = new URL(sites.ingestUrl);
		address.port = String(pooler.port);
		address.search = mode;
		const functions = await runFunctions({
			cache: join(folder, 'deno'),
			environment: {
				FEEDBACK_INGEST_URL: address.href,
				FEEDBACK_MANAGE_URL: sites.manageUrl,
				FEEDBACK_SECRET: mintSecret(),
				FEEDBACK_PROXY_COUNT: '0',
				FEEDBACK_DATABASE_CA: ca ?? '',
			},
		});
		try {
			const now = Date.now();
			const answer = await fetch(`http://127.0.0.1:${functions.port}/sdk/events`, {
				method: 'POST',
				headers: { 'user-agent': chrome, 'content-type': 'text/plain' },
				body: JSON.stringify({
					...newCaller(site, now),
					events: [newEvent('read', now)],
					decide: true,
				}),
			});
			await answer.body?.cancel();
			return answer.status;
		} finally {
			await functions.stop();
		}
	}

	it('is reached when its certificate is signed by the given authority', async () => {
		expect(await report(right, 'sslmode=verify-full', localhostCertificate)).toBe(200);
		const oneLine = localhostCertificate.replaceAll('\n', '\\n');
		expect(await report(right, 'sslmode=verify-full', oneLine)).toBe(200);
	});

	it('is not reached without encryption', async () => {
		expect(await report(right, 'sslmode=disable', localhostCertificate)).toBe(503);
	});

	it('is not reached when no known authority signed its certificate', thorough, async () => {
		expect(await report(right, 'sslmode=verify-full')).toBe(503);
		expect(await report(right, 'sslmode=verify-full', certificate)).toBe(503);
	});

	it('is not reached when its certificate is of another host', thorough, async () => {
		expect(await report(other, 'sslmode=verify-full', certificate)).toBe(503);
	});
});

describe('the address of a database', () => {
	const verified = { rejectUnauthorized: true };
	it.each([
		['postgres://a:b@db.example:6543/postgres', verified],
		['postgres://a:b@db.example/postgres?sslmode=verify-full', verified],
		['postgres://a:b@db.example/postgres?sslmode=disable', false],
		['postgres://a:b@127.0.0.1:54322/postgres', false],
		['postgres://a:b@[::1]/postgres', false],
		['postgres://a:b@localhost/postgres?sslmode=verify-full', verified],
		['postgres://a:b@127.0.0.1.db.example/postgres', verified],
		['postgres://a:b@%2Frun%2Fpostgresql/postgres', false],
	])('%s', (address, tls) => expect(parseDatabaseAddress(address).tls).toEqual(tls));

	it.each(['require', 'prefer', 'allow', 'verify-ca', ''])('refuses sslmode=%s', (mode) => {
		expect(() =>
			parseDatabaseAddress(`postgres://a:b@db.example/postgres?sslmode=${mode}`),
		).toThrow(`The database address has sslmode=${mode}; it must be disable or verify-full.`);
	});
});
