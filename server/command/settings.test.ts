import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';

import { createDatabase, type TestDatabase } from '../../supabase/tests/harness.ts';
import { localhostCertificate, localhostKey } from '../../supabase/tests/localhost-certificate.ts';
import { startPooler } from '../../supabase/tests/pooler.ts';
import { findFreePort } from '../ports/ports.ts';
import { init } from './init.ts';
import { settings, settingsHistory } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-settings-'));
const file = join(folder, 'feedback.yaml');

beforeAll(() => {
	vi.spyOn(console, 'log').mockReturnValue();
	init({ file, data: join(folder, 'data'), publicUrl: 'https://feedback.example.com' });
});
afterAll(() => {
	vi.restoreAllMocks();
	rmSync(folder, { recursive: true, force: true });
});

test.each([
	['retention.event_days=99', 'retention.event_days must be at most 30'],
	['rate_limits.site.burst=many', 'rate_limits.site.burst must be a number'],
	['retention.days=7', 'retention.days is not known here; known are: event_days, visitor_days'],
	[
		'sign_up.allowed_domains=example.com,@example.org',
		'sign_up.allowed_domains.1 must be a domain, such as example.com',
	],
])('%s is refused with what is allowed', async (assignment, message) => {
	await expect(settings(file, [assignment])).rejects.toMatchObject({ message, exitCode: 2 });
});

test('a database server that does not answer is reported, with a fix', async () => {
	vi.stubEnv('FEEDBACK_DATABASE_URL', 'postgres://owner:x@127.0.0.1:1/feedback');
	await expect(settings(file, [])).rejects.toThrow(
		'The database cannot be used: connect ECONNREFUSED 127.0.0.1:1\nStart the database server',
	);
	vi.unstubAllEnvs();
});

describe('with a database', () => {
	let database: TestDatabase;
	beforeAll(async () => {
		database = await createDatabase();
		vi.stubEnv('FEEDBACK_DATABASE_URL', database.url('postgres'));
	});
	afterAll(async () => {
		vi.unstubAllEnvs();
		await database.close();
	});

	async function printed(command: () => Promise<void>): Promise<string[]> {
		const print = vi.spyOn(console, 'log').mockReset();
		await command();
		return print.mock.calls.map(([line]) => String(line));
	}

	test('changes are listed with the previous values', async () => {
		const history = () => printed(() => settingsHistory(file));
		expect(await history()).toEqual(['The settings have never been changed.']);
		await settings(file, ['retention.event_days=14', 'sign_up.allowed_domains=[]']);
		await settings(file, ['retention.event_days=20']);
		const time = expect.stringMatching(/^\d{4}-\S+Z operator$/) as string;
		expect(await history()).toEqual([
			time,
			'  retention.event_days: 14 → 20',
			time,
			'  sign_up.allowed_domains: null → []',
			'  retention.event_days: 30 → 14',
		]);
	});

	test('a list is written and printed with commas', async () => {
		const name = 'sign_up.allowed_domains';
		for (const value of ['Example.com, example.org', 'example.com', '[]', 'null']) {
			const lines = await printed(() => settings(file, [`${name}=${value}`]));
			expect(lines.at(-1)).toBe(`${name}=${value.toLowerCase().replace(' ', '')}`);
		}
	});

	test.runIf(inject('pooler'))('a private certificate authority is accepted', async () => {
		const url = new URL(database.url('postgres'));
		const pooler = (await startPooler(folder, {
			upstream: Number(url.port),
			password: url.password,
			port: await findFreePort(),
			tls: { cert: localhostCertificate, key: localhostKey },
		}))!;
		url.port = String(pooler.port);
		url.search = '?sslmode=verify-full';
		const ca = join(folder, 'ca.pem');
		writeFileSync(ca, localhostCertificate);
		vi.stubEnv('FEEDBACK_DATABASE_URL', url.href);
		vi.stubEnv('FEEDBACK_DATABASE_CA_FILE', ca);
		expect(await printed(() => settings(file, []))).toContain('retention.event_days=20');
		await pooler.stop();
	});
});
