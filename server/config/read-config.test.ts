import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';

import { configSchema } from './config-schema.ts';
import { readConfig } from './read-config.ts';
import { writeConfig } from './write-config.ts';

let folder: string;
let file: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'feedback-config-'));
	file = join(folder, 'feedback.yaml');
});

afterEach(() => rmSync(folder, { recursive: true }));

function read(text: string, environment: NodeJS.ProcessEnv = {}) {
	writeFileSync(file, text);
	return readConfig({ file, environment });
}

function messageOf(run: () => unknown): string {
	try {
		run();
	} catch (error) {
		return (error as Error).message.replace(file, 'feedback.yaml');
	}
	throw new Error('It did not throw.');
}

test('a file with only the public URL is complete', () => {
	const config = read('public_url: https://feedback.example.com/\n');
	expect(config).toMatchObject({
		public_url: 'https://feedback.example.com',
		listen: '127.0.0.1:8080',
		data: '/var/lib/feedback',
		trusted_proxies: ['127.0.0.1', '::1'],
		log: { level: 'info' },
	});
	expect(config.mail).toBeUndefined();
});

test('each error names its setting, what is allowed, and the variable that sets it', () => {
	const text = `
public_url: https://feedback.example.com/app
listen: 8080
trusted_proxies: [10.0.0.0/40]
databse: {}
backup: { to: backups, encryption_key: secret }
drain: { timeout_seconds: 900 }
sign_in: { providers: [{ id: Google }] }
`;
	expect(messageOf(() => read(text))).toMatchInlineSnapshot(`
		"feedback.yaml is not valid:
		  public_url must be an http or https URL without a path, such as https://feedback.example.com (or set FEEDBACK_PUBLIC_URL)
		  listen must be host:port, such as 127.0.0.1:8080 (or set FEEDBACK_LISTEN)
		  trusted_proxies.0 must be an IP address or network, such as 127.0.0.1 or 10.0.0.0/8 (or set FEEDBACK_TRUSTED_PROXIES)
		  sign_in.providers.0.id must be lower-case letters, digits and hyphens
		  sign_in.providers.0.name is missing; must be a string
		  sign_in.providers.0.client_id is missing; must be a string
		  sign_in.providers.0.client_secret is missing; must be a string
		  backup.to must be an absolute path or s3://bucket/prefix (or set FEEDBACK_BACKUP_TO)
		  backup.encryption_key must be a key of age: AGE-SECRET-KEY-1… (or set FEEDBACK_BACKUP_ENCRYPTION_KEY)
		  drain.timeout_seconds must be at most 300 (or set FEEDBACK_DRAIN_TIMEOUT_SECONDS)
		  databse is not known here; known are: public_url, docs_url, listen, metrics_listen, trusted_proxies, region_header, outgoing_https, data, database, mail, private_networks, slack, sign_in, ask, backup, files, log, tracing, drain"
	`);
});

test.each([
	['https://feedback.example.com', false],
	['http://feedback.example.com/', false],
	['https://docs.feedback.example.com', true],
	['https://feedback.example.com:8443', true],
])('documentation at %s is possible beside the dashboard: %s', (docs, possible) => {
	const run = () => read(`public_url: https://feedback.example.com/\ndocs_url: ${docs}\n`);
	if (possible) expect(run().docs_url).toBe(docs);
	else
		expect(messageOf(run)).toBe(
			'feedback.yaml is not valid:\n' +
				'  docs_url has the host of public_url; it must be an http or https URL with another host, ' +
				'such as https://docs.feedback.example.com (or set FEEDBACK_DOCS_URL)',
		);
});

test('the environment overrides the file, section by section', () => {
	const config = read(
		'public_url: https://feedback.example.com\ndatabase:\n  pool_size: 4\n  pooled: true\n',
		{
			FEEDBACK_DATABASE_POOL_SIZE: '12',
			FEEDBACK_SIGN_IN_ALLOWED_DOMAINS: 'example.com, Example.ORG',
			FEEDBACK_SIGN_IN_PASSWORD: 'true',
			FEEDBACK_SIGN_IN_PROVIDERS:
				'[{"id":"main","name":"Main","issuer":"https://id.example.com","client_id":"a","client_secret":"b"}]',
		},
	);
	expect(config.database).toMatchObject({ pool_size: 12, pooled: true });
	expect(config.sign_in).toMatchObject({
		password: true,
		allowed_domains: ['example.com', 'example.org'],
		providers: [{ id: 'main', scopes: ['openid', 'email', 'profile'] }],
	});
});

test('a variable ending in _FILE names a file with the value', () => {
	const secret = join(folder, 'database-url');
	writeFileSync(secret, 'postgres://feedback:secret@db/feedback\n');
	const text = 'public_url: https://feedback.example.com\n';
	const environment = { FEEDBACK_DATABASE_URL_FILE: secret };
	expect(read(text, environment).database.url).toBe('postgres://feedback:secret@db/feedback');
	expect(() => read(text, { ...environment, FEEDBACK_DATABASE_URL: 'postgres://db' })).toThrow(
		'FEEDBACK_DATABASE_URL and FEEDBACK_DATABASE_URL_FILE are both set',
	);
	expect(() => read(text, { FEEDBACK_DATABASE_URL_FILE: join(folder, 'missing') })).toThrow(
		/FEEDBACK_DATABASE_URL_FILE: ENOENT/,
	);
});

test('a replica belongs to a database server with a URL', () => {
	const replica = 'replica_url: postgres://feedback:secret@replica/feedback\n';
	const text = 'public_url: https://feedback.example.com\ndatabase:\n';
	expect(messageOf(() => read(`${text}  ${replica}`))).toContain(
		'database.replica_url is for a database with a url',
	);
	const { database } = read(`${text}  url: postgres://db/feedback\n  ${replica}`);
	expect(database.replica_url).toBe('postgres://feedback:secret@replica/feedback');
});

test('cells are databases besides one with a URL', () => {
	const cells = (name: string) => `cells:\n    ${name}: postgres://feedback:secret@cell/feedback\n`;
	const text = 'public_url: https://feedback.example.com\ndatabase:\n';
	expect(messageOf(() => read(`${text}  ${cells('one')}`))).toContain(
		'database.cells are for a database with a url',
	);
	const url = 'url: postgres://db/feedback\n';
	expect(messageOf(() => read(`${text}  ${url}  ${cells('home')}`))).toContain(
		'database.cells cannot have one called home',
	);
	expect(messageOf(() => read(`${text}  ${url}  ${cells('One')}`))).toContain('lower-case letters');
	const { database } = read(`${text}  ${url}  ${cells('eu-2')}`);
	expect(database.cells).toEqual({ 'eu-2': 'postgres://feedback:secret@cell/feedback' });
});

test('a file that is not YAML, or not a mapping, is refused, and the error names it', () => {
	expect(() => read('public_url: "https\n')).toThrow(/feedback\.yaml is not valid YAML/);
	expect(() => read('- a\n')).toThrow(/must hold settings/);
	expect(() => readConfig({ file: join(folder, 'other.yaml'), environment: {} })).toThrow(
		/cannot be read: ENOENT/,
	);
});

test('the file that init writes is valid, and remains valid if every comment becomes a setting', () => {
	const text = writeConfig({
		publicUrl: 'https://feedback.example.com',
		data: '/var/lib/feedback',
		databaseUrl: 'postgres://feedback:secret@db.example.com/feedback',
	});
	expect(read(text).database.url).toBe('postgres://feedback:secret@db.example.com/feedback');
	// Descriptions are sentences; settings are `name: value` or `name:`.
	const complete = text
		.split('\n')
		.map((line) => (/^\s*# [a-z0-9_]+:( [^ ].*)?$/.test(line) ? line.replace('# ', '') : line))
		.join('\n');
	const settings = parse(complete) as Record<string, unknown>;
	expect(Object.keys(settings).sort()).toEqual(Object.keys(configSchema.shape).sort());
});
