import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, it, test } from 'vitest';

import { localhostCertificate, localhostKey } from '../../supabase/tests/localhost-certificate.ts';
import { type Pooler, startPooler } from '../../supabase/tests/pooler.ts';
import { findFreePort } from '../ports/ports.ts';
import { connectDatabase } from './connect.ts';
import { readDatabaseAddress } from './database-address.ts';
import { refuseUnsupported, requireSupportedVersion } from './server-version.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-address-'));
const caFile = join(folder, 'ca.pem');
writeFileSync(caFile, localhostCertificate);
afterAll(() => rmSync(folder, { recursive: true }));

describe('the address of a database', () => {
	it('is parsed, with the certificate verified unless the host is local', () => {
		expect(readDatabaseAddress('postgres://o:p%40ss@db.example/feedback')).toEqual({
			host: 'db.example',
			port: 5432,
			user: 'o',
			password: 'p@ss',
			database: 'feedback',
			tls: { rejectUnauthorized: true },
		});
		expect(readDatabaseAddress('postgresql://o@[::1]:6432/f')).toMatchObject({
			host: '::1',
			port: 6432,
			password: '',
			tls: false,
		});
		expect(readDatabaseAddress('postgres://o@%2Frun%2Fpostgresql/f')).toMatchObject({
			host: '/run/postgresql',
			tls: false,
		});
	});

	it('may name a file of certificates, and so may the configuration', () => {
		const tls = { rejectUnauthorized: true, ca: localhostCertificate };
		const url = 'postgres://o:p@db.example/f';
		expect(readDatabaseAddress(`${url}?sslrootcert=${caFile}`).tls).toEqual(tls);
		expect(readDatabaseAddress(url, caFile).tls).toEqual(tls);
	});

	it.each([
		['db.example', 'must be a URL: postgres://'],
		['https://o:secret@db.example/f', 'must be a URL: postgres://'],
		['postgres://o:secret@a:5432,b:5432/f', 'several hosts are not supported'],
		['postgres://db.example/f', 'no part for a user'],
		['postgres://o:secret@db.example', 'no part for a database'],
		[
			'postgres://o:secret@db.example/f?options=-c%20a%3Db',
			'has the parameter options; allowed are',
		],
		[
			'postgres://o:secret@db.example/f?sslmode=require',
			'any certificate, also that of an attacker',
		],
		['postgres://o:secret@db.example/f?sslmode=prefer', 'Write sslmode=verify-full'],
		['postgres://o:secret@db.example/f?sslrootcert=/nowhere.pem', 'cannot be read: ENOENT'],
		[`postgres://o:secret@db.example/f?sslrootcert=${import.meta.filename}`, 'no PEM certificate'],
	])('%s is refused', (url, reason) => {
		expect(() => readDatabaseAddress(url)).toThrow(reason);
		expect(() => readDatabaseAddress(url)).not.toThrow('secret');
	});
});

describe.runIf(inject('pooler'))('a server that requires TLS', () => {
	let pooler: Pooler;
	beforeAll(async () => {
		const { port, password } = new URL(inject('cluster'));
		pooler = (await startPooler(folder, {
			upstream: Number(port),
			password,
			port: await findFreePort(),
			tls: { cert: localhostCertificate, key: localhostKey },
		}))!;
	});
	afterAll(() => pooler.stop());

	async function ask(parameters: string): Promise<number> {
		const url = new URL(inject('cluster'));
		url.port = String(pooler.port);
		url.search = parameters;
		const sql = connectDatabase(url.href);
		try {
			return await requireSupportedVersion(sql);
		} finally {
			await sql.end();
		}
	}

	it('is reached only if its authority is configured', async () => {
		expect(await ask(`?sslmode=verify-full&sslrootcert=${caFile}`)).toBe(17);
		await expect(ask('?sslmode=verify-full')).rejects.toThrow(/self-signed certificate/);
		await expect(ask('?sslmode=disable')).rejects.toThrow(/SSL required/);
	});
});

test('a server before version 17 is refused, one after version 18 is not', () => {
	expect(() => refuseUnsupported(16, '16.4 (Debian)')).toThrow(
		'The database server is PostgreSQL 16.4 (Debian); Feedback needs version 17 or 18.',
	);
	for (const major of [17, 18, 19]) expect(() => refuseUnsupported(major, '')).not.toThrow();
});
